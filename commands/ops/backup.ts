import { filePath } from '#commands/command-line.ts'
import { migrations, say, tell } from '#commands/install.mjs'
import { readAuditKeys } from '#server/audit/keyring.ts'
import { type BackupMade, writeBackup } from '#server/backup/write-backup.ts'
import { counted } from '#server/counted.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Operation, operatorAccount, readOne, withExistingDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

export const backup: Operation = {
  usage: 'npm run ops -- backup FILE',
  explanation: `Writes a consistent backup of all records to a new file, even while the server is running.
With BACKUP_KEY the file is encrypted (age format, with that key as the passphrase).`,
  async run(parameters) {
    const file = filePath(readOne('one file', parameters, this.usage).one)
    const interrupted = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () =>
        interrupted.abort(new OperatorError('The backup was stopped. No file was written.')),
      )
    }
    await withExistingDatabase(async ({ asOwner }, config) => {
      const { backupKey: key } = config
      const bar = progressBar('Backing up')
      const made = await asOwner((owner) =>
        writeBackup(owner, {
          file,
          key,
          signingKey: readAuditKeys(config)[0],
          operator: operatorAccount(),
          migrations,
          createdAt: new Date(),
          clock: () => new Date(),
          progress: bar.show,
          warn: tell,
          signal: interrupted.signal,
        }),
      )
      bar.end()
      say(`${file}: ${summary(made)}, ${key ? 'encrypted' : 'not encrypted'}`)
      if (!key) tell(notEncrypted)
    })
  },
}

const notEncrypted = `This file holds confidential records and is not encrypted. To encrypt the next one, set BACKUP_KEY to at least 12 random characters
(for example from: openssl rand -base64 48), and keep that key elsewhere: without it nobody can restore the backup.`

function summary({ bytes, tables }: BackupMade): string {
  const rows = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0
  const size = (bytes / 1_000_000).toLocaleString('en-US', { maximumSignificantDigits: 2 })
  return `${size} MB, ${counted(rows('clients'), 'client')}, ${counted(rows('notes'), 'note')}`
}
