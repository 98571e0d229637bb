import pg from 'pg'

const toDate = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

/** '2026-03-08 08:30:00.123456+00': how PostgreSQL writes an instant of our centuries where the time zone is UTC. */
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/

/**
 * An instant that was selected as text, as ISO 8601 with milliseconds. For rows that are answered by the page: the way over a
 * Date takes as long as reading the rest of the row.
 */
export function isoOfText(text: string): string {
  if (!inUtc.test(text)) return toDate(text).toISOString()
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}
