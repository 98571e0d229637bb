import { filePath, usageError } from '#commands/command-line.ts'
import { say, tell } from '#commands/install.mjs'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { archiveTrail } from '#server/backup/audit-archive.ts'
import { startAllowed } from '#server/deleted-records/operations.ts'
import { readDay } from './deleted.ts'
import {
  counted,
  type Operation,
  operatorAccount,
  organizationHere,
  readOne,
  withExistingDatabase,
} from './operation.ts'
import { progressBar } from './progress-bar.ts'

const usage = 'npm run ops -- audit archive --before DATE FILE'

export const audit: Operation = {
  usage,
  explanation:
    'Moves the rows of the audit trail from before DATE (YYYY-MM-DD) into a new signed file that verify-audit reads.\n' +
    'DATE must be at least RETENTION_YEARS ago. If BACKUP_KEY is set, the file is encrypted. Keep the file for as long\n' +
    'as you may have to prove what those rows say.',
  async run([action, ...parameters]) {
    if (action !== 'archive') throw usageError('The only action is archive.', usage)
    const options = { before: { type: 'string' } } as const
    const { one: name, values } = readOne('one file', parameters, usage, options)
    const day = readDay(values.before, usage)
    const { timeZone } = await organizationHere()
    await withExistingDatabase(async ({ asOwner }, config) => {
      const { backupKey: key, retentionYears } = config
      const clock = () => new Date()
      const before = startAllowed({ clock, timeZone, retentionYears }, day, 'rows of the audit trail')
      const bar = progressBar('Moving')
      const { rows } = await asOwner((owner) =>
        archiveTrail(owner, {
          file: filePath(name),
          before,
          key,
          signingKey: readAuditKeys(config)[0],
          clock,
          operator: operatorAccount(),
          progress: bar.show,
        }),
      )
      bar.end()
      say(`${name}: ${counted(rows)}, ${key ? 'encrypted' : 'not encrypted'}`)
      tell('Keep this file. Without it, those rows can no longer be shown or proven.')
    })
  },
}
