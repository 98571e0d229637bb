import { join, resolve } from 'node:path'
import { root, say } from '#commands/install.mjs'
import { productVersion } from '#server/backup/product-version.ts'
import { type BackupMade, writeBackup } from '#server/backup/write-backup.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type Operation, onlyFile, withExistingDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

export const backup: Operation = {
  usage: 'backup FILE',
  explanation: `Writes all records to a new file, as they stand at one moment, while the server runs.
With BACKUP_KEY set the file is encrypted (format age, with that key as its passphrase).`,
  async run(parameters) {
    const file = resolve(onlyFile(parameters, this.usage))
    const product = await productVersion(root)
    const { signal, release } = untilInterrupted()
    try {
      await withExistingDatabase(async ({ asOwner }, { backupKey: key }) => {
        const bar = progressBar('Backing up')
        const migrations = join(root, 'migrations')
        const wanted = { file, key, product, migrations, clock: () => new Date(), signal, warn }
        const made = await asOwner((owner) => writeBackup(owner, { ...wanted, progress: bar.show }))
        bar.end()
        say(summary(made))
        if (!key) warn(inTheClear)
      })
    } finally {
      release()
    }
  },
}

const inTheClear = `This file holds confidential records in the clear. To encrypt the next one, set BACKUP_KEY to at least 12 random characters
(for example from: openssl rand -base64 48), and keep that key elsewhere: without it nobody can restore the backup.`

function warn(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

function summary({ file, bytes, isEncrypted, rows }: BackupMade): string {
  const count = (table: string) => (rows[table] ?? 0).toLocaleString('en-US')
  const size = `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
  return `${file}: ${size}, ${count('clients')} clients, ${count('notes')} notes, ${isEncrypted ? 'encrypted' : 'not encrypted'}`
}

/** Ctrl-C ends the backup in order: its unfinished file is removed. */
function untilInterrupted() {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new OperatorError('The backup was stopped. No file was written.'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt)
  return {
    signal: controller.signal,
    release() {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, interrupt)
    },
  }
}
