import { filePath } from '#commands/command-line.ts'
import { migrations, say, tell } from '#commands/install.mjs'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { resetRememberedSeal } from '#server/audit/remembered-seal.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { counted } from '#server/counted.ts'
import { type Operation, operatorAccount, readOne, withDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

const aboutAuditKeys = `To verify the audit trail, the key that sealed it is needed. If it is missing, add the lines of the former
data folder's file audit-keys to the end of audit-keys in this one, or of AUDIT_KEYS.`

export const restore: Operation = {
  usage: 'npm run ops -- restore FILE [--unverified]',
  explanation: `Restores a backup into an empty database, all or nothing. Fails if the database has records.
An older release's backup is migrated. Everyone has to sign in again, and links sent by email no longer work.
Stop the server first if it uses the private database. An encrypted file needs its BACKUP_KEY.
--unverified    restores a file that is not signed with an audit key of this server`,
  async run(parameters) {
    const options = { unverified: { type: 'boolean', default: false } } as const
    const { one, values } = readOne('one file', parameters, this.usage, options)
    const file = filePath(one)
    await withDatabase(
      async ({ asOwner, grantRights, db }, config) => {
        const bar = progressBar('Restoring')
        const { header, isVerified } = await asOwner(async (owner) => {
          const restored = await restoreBackup(owner, {
            file,
            key: config.backupKey,
            keys: readAuditKeys(config),
            acceptsUnverified: values.unverified,
            operator: operatorAccount(),
            migrations,
            clock: () => new Date(),
            say: tell,
            progress: bar.show,
          })
          await grantRights(owner)
          return restored
        })
        bar.end()
        await resetRememberedSeal(config.dataDir, db, { isGenuine: isVerified })
        const rows = (table: string) => header.tables.find(({ name }) => name === table)?.rows ?? 0
        if (!isVerified) {
          tell(
            `The origin of ${file} could not be checked. Use the records only if no one else could have changed it.`,
          )
          if (rows('audit_seals') > 0) tell(aboutAuditKeys)
        }
        const records = `${counted(rows('clients'), 'client')} and ${counted(rows('notes'), 'note')}`
        say(`Restored ${records} as of ${header.createdAt}.`)
      },
      { mode: 'server', migrated: false, anyBackupKey: true },
    )
  },
}
