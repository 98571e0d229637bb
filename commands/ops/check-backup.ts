import { filePath } from '#commands/command-line.ts'
import { migrations, root, say, tell } from '#commands/install.mjs'
import { newTemporaryFolder, runWithCleanup } from '#commands/temporary-folder.ts'
import { auditKeyPlace, hasAuditKeys, type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import { sealFolders } from '#server/audit/remembered-seal.ts'
import { sealingRounds } from '#server/audit/sealing.ts'
import { sealOf } from '#server/backup/format.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type Config, readConfig } from '#server/config.ts'
import { counted } from '#server/counted.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLog } from '#server/http/request-log.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Operation, operatorAccount, readOne } from './operation.ts'
import { progressBar } from './progress-bar.ts'
import { checkRecords, checkTrail } from './verify-audit.ts'

export const checkBackup: Operation = {
  usage: 'npm run ops -- check-backup FILE',
  explanation: `Restores a backup into a temporary private database, checks every record and the audit trail as
verify-audit --records does, says how long it took, and removes all of it again. Nothing else is changed.
An encrypted file needs its BACKUP_KEY, and the check needs the audit keys of the server.
Exits with code 1 if the backup could not be restored here, or if anything in it was changed.
TMPDIR names the folder in which the temporary database is made.`,
  async run(parameters) {
    const file = filePath(readOne('one file', parameters, this.usage).one)
    const config = readConfig(process.env, root, { anyBackupKey: true })
    if (config.database.kind === 'embedded' && !hasAuditKeys(config)) {
      throw new OperatorError(
        `There are no audit keys here (${auditKeyPlace(config)}): without them nothing shows that the backup is genuine. Set DATA_DIR to the server's data folder, or AUDIT_KEYS to the lines of its file audit-keys.`,
      )
    }
    const keys = readAuditKeys(config)
    await runWithCleanup((cleanup) => check(file, { config, keys }, cleanup))
  },
}

async function check(
  file: string,
  { config, keys }: { config: Config; keys: Keyring },
  cleanup: AsyncDisposableStack,
): Promise<void> {
  const began = performance.now()
  const { database, folder } = await openTemporary(config, cleanup)
  const bar = progressBar('Restoring')
  const { header } = await database.asOwner(async (owner) => {
    const restored = await restoreBackup(owner, {
      file,
      key: config.backupKey,
      keys,
      operator: operatorAccount(),
      migrations,
      clock: () => new Date(),
      say: () => {},
      progress: bar.show,
    })
    await database.grantRights(owner)
    return restored
  })
  bar.end()
  const { db } = database
  // As the next start would: the last rows of a backup are younger than their seal.
  await sealingRounds({ db, keys, folders: [], log: createLog(config.logLevel) }).round()
  const keyPlace = auditKeyPlace(config)
  const seal = sealOf(header)
  const { rows } = await checkTrail({
    db,
    keys,
    keyPlace,
    folders: sealFolders({ dataDir: folder }),
    backups: seal ? [{ name: file, seal }] : [],
  })
  await checkRecords(db, { keys, keyPlace })
  const count = (table: string) => header.tables.find(({ name }) => name === table)?.rows ?? 0
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(
    `${file} is good: ${counted(count('clients'), 'client')}, ${counted(count('notes'), 'note')} and ${counted(rows, 'audit row')} as of ${header.createdAt}, from release ${header.product}. Restored and checked in ${seconds} seconds.`,
  )
}

/** A private database in a folder of its own, whichever database the server uses. */
async function openTemporary(config: Config, cleanup: AsyncDisposableStack) {
  const folder = newTemporaryFolder(cleanup)
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    DATA_DIR: folder,
  }
  const settings = readConfig(env, root, { anyBackupKey: true }).database
  const database = await openDatabase(settings, {
    progress: () => {},
    log: createLog(config.logLevel),
    migrations,
    migrated: false,
    poolSize: 4,
    queryTimeout: 0,
    onLost({ sentence }) {
      tell(sentence)
      process.exitCode = 1
    },
  })
  cleanup.defer(() => database.close())
  return { database, folder }
}
