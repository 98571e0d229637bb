import { recordAudit } from '#server/audit/store.ts'
import { calendarDayIn, startOfDay } from '#server/calendar-day.ts'
import type { Connection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type DeletableKind, deletableKinds, records } from './kinds.ts'
import { countToPurge, deletedBefore, type PurgedRecord, purge } from './purge-store.ts'

export type PurgeCounts = Record<DeletableKind, number>

interface Needs {
  db: Connection
  clock: () => Date
  /** Of the organization: which day something was deleted on. */
  timeZone: string
  retentionYears: number
  progress?: (done: number, total: number) => void
}

/** Removes for good what was deleted on a day before `day`, and answers how much of each kind (decision 18). */
export async function purgeDeleted(needs: Needs, day: string): Promise<PurgeCounts> {
  const { db, progress } = needs
  const before = allowedLimit(needs, day)
  const ids = {} as Record<DeletableKind, string[]>
  for (const kind of deletableKinds) ids[kind] = await deletedBefore(db, kind, before)
  const total = Object.values(ids).reduce((sum, { length }) => sum + length, 0)
  const counts = await countEach(async () => 0)
  let done = 0
  for (const kind of deletableKinds) {
    const { purgedAtOnce } = records[kind]
    for (let start = 0; start < ids[kind].length; start += purgedAtOnce) {
      const batch = ids[kind].slice(start, start + purgedAtOnce)
      for (const gone of await purgeBatch(needs, kind, batch, before)) counts[gone.kind] += 1
      done += batch.length
      progress?.(done, total)
    }
  }
  return counts
}

/** What the same purge would remove. */
export async function countPurge(needs: Needs, day: string): Promise<PurgeCounts> {
  const before = allowedLimit(needs, day)
  return await countEach((kind) => countToPurge(needs.db, kind, before))
}

async function purgeBatch(
  { db, clock }: Needs,
  kind: DeletableKind,
  ids: string[],
  before: Date,
): Promise<PurgedRecord[]> {
  return await db.transaction().execute(async (trx) => {
    const gone = await purge(trx, kind, ids, before)
    const event = { at: clock(), action: 'purged' } as const
    await recordAudit(trx, ...gone.map((record) => ({ ...event, ...record })))
    return gone
  })
}

async function countEach(count: (kind: DeletableKind) => Promise<number>): Promise<PurgeCounts> {
  const counts = {} as PurgeCounts
  for (const kind of deletableKinds) counts[kind] = await count(kind)
  return counts
}

/** The first instant of the day, refused where something younger than the retention years would go. */
function allowedLimit({ clock, timeZone, retentionYears }: Needs, day: string): Date {
  const today = calendarDayIn(timeZone)(clock())
  const latest = retentionYears > 0 ? yearsBefore(today, retentionYears) : dayAfter(today)
  if (day <= latest) return startOfDay(day, timeZone)
  const reason =
    retentionYears > 0
      ? `deleted records are kept for ${retentionYears} ${retentionYears === 1 ? 'year' : 'years'} (RETENTION_YEARS)`
      : 'what was deleted today goes with tomorrow’s date'
  throw new OperatorError(`--before may be ${latest} at the latest: ${reason}. Nothing was removed.`)
}

/** The same day years ago; of February 29 the day before, so that nothing goes too early. */
function yearsBefore(day: string, years: number): string {
  const then = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
  const isThere = !Number.isNaN(Date.parse(then)) && new Date(then).toISOString().startsWith(then)
  return isThere ? then : then.replace(/29$/, '28')
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
