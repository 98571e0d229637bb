import { OperatorError } from '#server/operator-error.ts'
import { runOrExplain } from './command-line.ts'
import { say } from './install.mjs'
import { backup } from './ops/backup.ts'
import { checkBackup } from './ops/check-backup.ts'
import { checkLinks } from './ops/check-links.ts'
import { deleted } from './ops/deleted.ts'
import { importFromFile } from './ops/import.ts'
import { languages } from './ops/languages.ts'
import type { Operation } from './ops/operation.ts'
import { record } from './ops/record.ts'
import { restore } from './ops/restore.ts'
import { seed } from './ops/seed.ts'
import { superAdmin } from './ops/super-admin.ts'
import { twoStepReset } from './ops/two-step-reset.ts'
import { verifyAudit } from './ops/verify-audit.ts'

/* `npm run ops -- COMMAND`: what an operator does on the command line. */

const operations: Record<string, Operation> = {
  backup,
  'check-backup': checkBackup,
  'check-links': checkLinks,
  deleted,
  import: importFromFile,
  languages,
  record,
  restore,
  seed,
  'super-admin': superAdmin,
  'two-step-reset': twoStepReset,
  'verify-audit': verifyAudit,
}

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

await runOrExplain(async () => {
  const [name = '--help', ...parameters] = process.argv.slice(2)
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (name === '--help' || name === 'help') return say(help())
  if (!operation) throw new OperatorError(`There is no command "${name}".\n\n${help()}`)
  if (parameters.includes('--help')) return say(describe(operation))
  await operation.run(parameters)
})

function describe({ usage, explanation }: Operation): string {
  return `${usage}\n${explanation.replace(/^/gm, '    ')}`
}

function help(): string {
  return Object.values(operations).map(describe).join('\n\n')
}
