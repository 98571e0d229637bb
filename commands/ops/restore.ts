import { resolve } from 'node:path'
import { migrations, say, tell } from '#commands/install.mjs'
import { rememberAnew } from '#server/audit/remembered-seal.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type Operation, onlyFile, withDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

const aboutAuditKeys = `To verify the audit trail, this data folder needs the key that sealed it. Where
that is missing, add the lines of the file audit-keys in the former data folder to the end of audit-keys in this one.`

export const restore: Operation = {
  usage: 'npm run ops -- restore FILE',
  explanation: `Brings a backup back into an empty database, all of it or nothing; refused where there are records already.
An older release's backup is migrated. Everybody has to sign in again, and links that were mailed no longer work.
On the private database the server must not run meanwhile. An encrypted file needs its BACKUP_KEY.`,
  async run(parameters) {
    const file = resolve(onlyFile(parameters, this.usage))
    await withDatabase(
      async ({ asOwner, grantRights, db }, { backupKey: key, dataDir }) => {
        const bar = progressBar('Restoring')
        const { createdAt, tables } = await asOwner(async (owner) => {
          const restored = await restoreBackup(owner, {
            file,
            key,
            migrations,
            clock: () => new Date(),
            say: tell,
            progress: bar.show,
          })
          await grantRights(owner)
          return restored
        })
        bar.end()
        await rememberAnew(dataDir, db)
        const rows = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0
        if (rows('audit_links') + rows('audit_seals') > 0) tell(aboutAuditKeys)
        const [clients, notes] = ['clients', 'notes'].map((table) => rows(table).toLocaleString('en-US'))
        say(`Restored ${clients} clients and ${notes} notes as of ${createdAt}.`)
      },
      { mode: 'server', migrated: false },
    )
  },
}
