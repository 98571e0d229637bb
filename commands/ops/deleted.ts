import { readParameters, usageError } from '#commands/command-line.ts'
import { say } from '#commands/install.mjs'
import { type DeletableKind, deletableKinds } from '#contract/deleted-records/kinds.ts'
import { calendarDate } from '#contract/text.ts'
import { countPurge, listDeleted, purgeDeleted, restoreRecord } from '#server/deleted-records/operations.ts'
import type { PurgeCounts } from '#server/deleted-records/store.ts'
import { type Operation, organizationHere, readOne, withExistingDatabase } from './operation.ts'
import { progressBar } from './progress-bar.ts'

const usage = 'npm run ops -- deleted list [--kind KIND] | restore ID | purge --before DATE [--dry-run]'

export const deleted: Operation = {
  usage,
  explanation: [
    'list      lists deleted records, oldest first: id, kind, date',
    `          --kind takes one of: ${deletableKinds.join(', ')}`,
    'restore   restores a record; a client with its notes',
    'purge     permanently removes records deleted before DATE (YYYY-MM-DD), after RETENTION_YEARS;',
    '          --dry-run only counts; merges of removed records can no longer be undone',
  ].join('\n'),
  async run([action = '', ...parameters]) {
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!run) throw usageError('Choose list, restore or purge.', usage)
    await run(parameters)
  },
}

const actions: Record<string, (parameters: string[]) => Promise<void>> = {
  async list(parameters) {
    const { values } = readParameters(parameters, { options: { kind: { type: 'string' } } }, usage)
    const kinds = values.kind === undefined ? deletableKinds : [kindByName(values.kind)]
    const { timeZone } = await organizationHere()
    await withExistingDatabase(async ({ db }) => say(await listDeleted(db, { kinds, timeZone })))
  },

  async restore(parameters) {
    const { one: id } = readOne('one id', parameters, usage)
    const { timeZone } = await organizationHere()
    await withExistingDatabase(async ({ db, trail }) =>
      say(await restoreRecord({ db, trail, clock: () => new Date(), timeZone }, id)),
    )
  },

  async purge(parameters) {
    const options = { before: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
    const { values } = readParameters(parameters, { options }, usage)
    const day = readDay(values.before)
    const { timeZone } = await organizationHere()
    await withExistingDatabase(async ({ db, trail }, { retentionYears }) => {
      const context = { db, trail, clock: () => new Date(), timeZone, retentionYears }
      if (values['dry-run']) return say(summary(day, await countPurge(context, day), true))
      const bar = progressBar('Removing')
      const counts = await purgeDeleted({ ...context, progress: bar.show }, day)
      bar.end()
      say(summary(day, counts, false))
    })
  },
}

const pluralOf = (kind: DeletableKind) => `${kind}s`

function kindByName(name: string): DeletableKind {
  const kind = deletableKinds.find((candidate) => candidate === name || pluralOf(candidate) === name)
  if (!kind)
    throw usageError(`There is no kind "${name}". Choose one of: ${deletableKinds.join(', ')}.`, usage)
  return kind
}

const dayError = '--before is the day after the last one to remove, such as --before 2019-06-01.'
const day = calendarDate({ required: dayError, invalid: dayError })

function readDay(text = ''): string {
  const parsed = day.safeParse(text)
  if (!parsed.success) throw usageError(dayError, usage)
  return parsed.data
}

function summary(day: string, counts: PurgeCounts, isDryRun: boolean): string {
  const heading = `${isDryRun ? 'Would permanently remove' : 'Permanently removed'} (deleted before ${day}):`
  const widest = Math.max(...deletableKinds.map((kind) => pluralOf(kind).length))
  const lines = deletableKinds.map((kind) => {
    const count = counts[kind].toLocaleString('en-US')
    return `  ${pluralOf(kind).padEnd(widest)}  ${count.padStart(9)}`
  })
  return [heading, ...lines, ...(isDryRun ? ['Nothing was changed.'] : [])].join('\n')
}
