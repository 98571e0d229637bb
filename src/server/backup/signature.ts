import { createHmac } from 'node:crypto'
import type { AuditKey, Keyring } from '#server/audit/keyring.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type BackupManifest, openBackup } from './format.ts'

/** What a signature covers: by checksums, the whole file. */
interface Content extends Pick<BackupManifest, 'tables' | 'newestSeal'> {
  /** SHA-256 of the header. */
  headerSum: string
}

/** Signs with a key of the audit trail, so that a restore can tell that this program made the file. */
export function signatureOf(key: AuditKey, { headerSum, tables, newestSeal }: Content) {
  const seal = newestSeal && [newestSeal.seq, newestSeal.hash]
  const sums = tables.map(({ name, rows, bytes, sha256 }) => [name, rows, bytes, sha256])
  const text = JSON.stringify([headerSum, seal, sums])
  return { key: key.id, hmac: createHmac('sha256', key.secret).update(`backup${text}`).digest('hex') }
}

/**
 * Throws if the file is not as its signature says. A restore on another machine may lack the key: returns why nothing
 * shows where the file comes from, or undefined if the signature does.
 */
export function doubtAboutOrigin(
  keys: Keyring,
  { file, headerSum, manifest }: { file: string; headerSum: string; manifest: BackupManifest },
): string | undefined {
  const { signature } = manifest
  const key = keys.find(({ id }) => id === signature.key)
  if (!key)
    return `The origin of ${file} could not be checked: the key ${signature.key}, with which it is signed, is not in the data folder's file audit-keys or AUDIT_KEYS.`
  if (signature.hmac === signatureOf(key, { headerSum, ...manifest }).hmac) return undefined
  throw new OperatorError(
    `${file} was changed after it was made: its signature is wrong. Nothing was restored. Choose another backup.`,
  )
}

/**
 * The newest seal of the audit trail when a backup was made; null if there was none. `doubt` says why the file can't be
 * trusted. Reads the whole file, because the manifest is at its end.
 */
export async function sealOfBackup(
  file: string,
  { key, keys }: { key: string | undefined; keys: Keyring },
): Promise<{ seal: BackupManifest['newestSeal']; doubt: string | undefined }> {
  const { header, headerSum, nextTable, manifest: readManifest, close } = await openBackup(file, key)
  try {
    for (const _ of header.tables) for await (const _rows of nextTable());
    const manifest = await readManifest()
    return { seal: manifest.newestSeal, doubt: doubtAboutOrigin(keys, { file, headerSum, manifest }) }
  } finally {
    await close()
  }
}
