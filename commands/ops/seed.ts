import { readParameters, usageError } from '#commands/command-line.ts'
import { say } from '#commands/install.mjs'
import type { AuditTrail } from '#server/audit/store.ts'
import { counted } from '#server/counted.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import type { SeedCounts } from '#server/seed/seed.ts'
import { tidyUpAfterSeed } from '#server/seed/store.ts'
import { type Operation, organizationHere, withDatabase } from './operation.ts'
import { progressBars } from './progress-bar.ts'

/** The most of each kind in one run, in the order in which the kinds are made. */
const maxCounts: SeedCounts = {
  employees: 10_000,
  clients: 1_000_000,
  notes: 10_000_000,
  messages: 1_000_000,
}
const kinds = Object.keys(maxCounts) as (keyof SeedCounts)[]

export const seed: Operation = {
  usage: 'npm run ops -- seed [--clients N] [--notes N] [--employees N] [--messages N]',
  explanation:
    'Adds made-up records, spread over the past three years, all or none. On the same day the same command makes the\n' +
    'same records in an empty database; running it again adds more.\n' +
    '--clients N    clients with a status history, up to 1,000,000\n' +
    '--notes N      weekly notes about made-up clients, by made-up employees, up to 10,000,000\n' +
    '--employees N  employees without a password, who get no email, up to 10,000; --notes adds 3 if there are none\n' +
    "--messages N   messages from the website's form, up to 1,000,000",
  async run(parameters) {
    const counts = readCounts(parameters, this.usage)
    const { timeZone } = await organizationHere()
    await withDatabase(async (database) => {
      const added = await addWithProgress(database, counts, timeZone)
      say(
        `Added ${kinds
          .filter((kind) => added[kind] > 0)
          .map((kind) => counted(added[kind], kind.slice(0, -1)))
          .join(', ')}.`,
      )
    })
  },
}

function readCounts(parameters: string[], usage: string): SeedCounts {
  const options = Object.fromEntries(kinds.map((kind) => [kind, { type: 'string' as const }]))
  const { values } = readParameters(parameters, { options }, usage)
  const counts = { employees: 0, clients: 0, notes: 0, messages: 0 }
  for (const kind of kinds) counts[kind] = readCount(kind, values[kind] ?? '0', usage)
  if (kinds.every((kind) => counts[kind] === 0))
    throw usageError('Specify what to add and how many, such as --clients 100.', usage)
  return counts
}

function readCount(kind: keyof SeedCounts, value: string, usage: string): number {
  if (/^\d{1,9}$/.test(value) && Number(value) <= maxCounts[kind]) return Number(value)
  throw usageError(
    `--${kind} must be a whole number from 0 to ${maxCounts[kind].toLocaleString('en-US')}.`,
    usage,
  )
}

async function addWithProgress(
  database: OpenDatabase & { trail: AuditTrail },
  counts: SeedCounts,
  timeZone: string,
): Promise<SeedCounts> {
  // Imported here: no other command loads the names.
  const { seed: seedDatabase } = await import('#server/seed/seed.ts')
  const bars = progressBars()
  try {
    const added = await seedDatabase(database.db, counts, {
      trail: database.trail,
      now: new Date(),
      timeZone,
      onProgress: (kind, done, total) => bars.show(kind.padEnd(9), done, total),
    })
    await database.asOwner(tidyUpAfterSeed)
    return added
  } finally {
    bars.end()
  }
}
