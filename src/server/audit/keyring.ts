import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { replaceFile, writeIfAbsent } from '#server/atomic-files.ts'
import type { Config } from '#server/config.ts'
import { prepareDataFolder, toFolderError } from '#server/data-folder.ts'
import { OperatorError } from '#server/operator-error.ts'

/** Keys of the audit trail. New rows and seals use the first one; verification accepts all of them. */
export type Keyring = readonly [AuditKey, ...AuditKey[]]

export interface AuditKey {
  /** Stored in each digest and seal that was made with the key. Reveals nothing about the key. */
  id: string
  /** A KeyObject, because `createHmac` would have to convert raw bytes on every call. */
  secret: KeyObject
}

const purpose = 'stable-housing audit chain'

type KeySettings = Pick<Config, 'dataDir' | 'database' | 'sessionSecret'> & Partial<Pick<Config, 'auditKeys'>>

/** Where the keys are, for messages: AUDIT_KEYS or the data folder's file. */
export function auditKeyPlace({ dataDir, auditKeys }: Omit<KeySettings, 'database'>): string {
  return auditKeys ? 'AUDIT_KEYS' : path.join(dataDir, 'audit-keys')
}

/** Whether there are keys already, so that `readAuditKeys` would not make a new one. Creates nothing. */
export function hasAuditKeys(settings: KeySettings): boolean {
  return settings.auditKeys !== undefined || fs.existsSync(auditKeyPlace(settings))
}

/**
 * Reads AUDIT_KEYS or, where it is not set, the keys of this data folder: one per line, the current one first. The first
 * call creates the file. Instances that share a database derive the same key from their SESSION_SECRET. Each stores it in
 * its own folder, so that older rows can still be verified after the secret was changed.
 */
export function readAuditKeys({ dataDir, database, sessionSecret, auditKeys }: KeySettings): Keyring {
  if (auditKeys) return parseKeyring(auditKeys, 'AUDIT_KEYS')
  const file = path.join(prepareDataFolder(dataDir), 'audit-keys')
  const shared = database.kind === 'external' && sessionSecret ? deriveSecret(sessionSecret) : undefined
  try {
    writeIfAbsent(file, `${shared ?? randomBytes(32).toString('base64url')}\n`)
    const stored = readSecrets(file)
    if (!shared || stored[0] === shared) return parseKeyring(stored, file)
    const secrets = [shared, ...stored.filter((secret) => secret !== shared)]
    replaceFile(file, `${secrets.join('\n')}\n`)
    return parseKeyring(secrets, file)
  } catch (error) {
    throw toFolderError(error, file)
  }
}

function deriveSecret(sessionSecret: string): string {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', purpose, 32)).toString('base64url')
}

function readSecrets(file: string): string[] {
  return fs.readFileSync(file, 'utf8').split(/\s+/).filter(Boolean)
}

function parseKeyring(secrets: string[], file: string): Keyring {
  const keys = secrets.filter((secret) => /^[\w-]{43}$/.test(secret)).map(parseKey)
  const [current, ...older] = keys
  if (current && keys.length === secrets.length) return [current, ...older]
  throw new OperatorError(
    `The file ${file} is damaged: it does not contain keys of 43 characters. Restore it from a backup of the folder.`,
  )
}

function parseKey(text: string): AuditKey {
  const secret = Buffer.from(text, 'base64url')
  const id = createHash('sha256').update(purpose).update(secret).digest('hex').slice(0, 12)
  return { id, secret: createSecretKey(secret) }
}

/** Keys that are not in the keyring, and how many rows and seals could not be checked without them. */
export class MissingKeys {
  readonly ids = new Set<string>()
  count = 0
  /** The first row or seal that could not be checked, such as 'row 7'. */
  first = ''

  add(id: string, what: string): void {
    this.ids.add(id)
    this.first ||= what
    this.count += 1
  }
}
