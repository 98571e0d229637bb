import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { replaceFile, writeIfAbsent } from '#server/atomic-files.ts'
import type { Config } from '#server/config.ts'
import { folderFailure, prepareDataFolder } from '#server/data-folder.ts'
import { OperatorError } from '#server/operator-error.ts'

/** Keys of the audit trail: the first one is used for new rows and seals, all of them verify. */
export type Keyring = readonly [AuditKey, ...AuditKey[]]

export interface AuditKey {
  /** Stands in each digest and seal that is made with the key; tells nothing about the key. */
  id: string
  /** A key object: every row of a day is sealed with it, and bytes would become one anew each time. */
  secret: KeyObject
}

const purpose = 'stable-housing audit chain'

export function fileOfKeys(dataDir: string): string {
  return path.join(prepareDataFolder(dataDir), 'audit-keys')
}

/**
 * The keys of this data folder, one a line, the current one first; made on first use. Instances that share a database
 * share the key that follows from their SESSION_SECRET: each keeps it in its own folder, so that what was sealed
 * before the secret was changed can still be verified.
 */
export function auditKeyring({
  dataDir,
  database,
  sessionSecret,
}: Pick<Config, 'dataDir' | 'database' | 'sessionSecret'>): Keyring {
  const file = fileOfKeys(dataDir)
  const shared = database.kind === 'external' && sessionSecret ? derived(sessionSecret) : undefined
  try {
    writeIfAbsent(file, `${shared ?? randomBytes(32).toString('base64url')}\n`)
    const known = linesOf(file)
    if (!shared || known[0] === shared) return keyringOf(known, file)
    const secrets = [shared, ...known.filter((secret) => secret !== shared)]
    replaceFile(file, `${secrets.join('\n')}\n`)
    return keyringOf(secrets, file)
  } catch (error) {
    throw folderFailure(error, file)
  }
}

function derived(sessionSecret: string): string {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', purpose, 32)).toString('base64url')
}

function linesOf(file: string): string[] {
  return fs.readFileSync(file, 'utf8').split(/\s+/).filter(Boolean)
}

function keyringOf(secrets: string[], file: string): Keyring {
  const keys = secrets.filter((secret) => /^[\w-]{43}$/.test(secret)).map(keyOf)
  const [current, ...former] = keys
  if (current && keys.length === secrets.length) return [current, ...former]
  throw new OperatorError(
    `The file ${file} is damaged: it does not hold keys of 43 characters. Put it back from a backup of the folder.`,
  )
}

function keyOf(text: string): AuditKey {
  const secret = Buffer.from(text, 'base64url')
  const id = createHash('sha256').update(purpose).update(secret).digest('hex').slice(0, 12)
  return { id, secret: createSecretKey(secret) }
}

/** What can't be checked because the key with which it was made is not in the ring. */
export class MissingKeys {
  readonly ids = new Set<string>()
  count = 0
  /** The first row, seal or link. */
  first = ''

  add(id: string, what: string): void {
    this.ids.add(id)
    this.first ||= what
    this.count += 1
  }
}
