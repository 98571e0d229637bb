import { sql } from 'kysely'
import pg from 'pg'

const mark = '/* kept plan */'

/**
 * Marks a statement that is asked all day and whose best plan is the same whatever is asked for. The private PostgreSQL
 * then plans it once for each connection. Elsewhere it is a comment: what a session holds can't be relied on behind a
 * transaction pooler (docs/decisions/0024).
 */
export const keptPlan = sql.raw(mark)

/** Text → name of its prepared statement. The marked texts are few: no value stands in them. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept ${names.size + 1}`
  names.set(text, name)
  return name
}

/** A connection to the private PostgreSQL, which keeps the plans of statements that are marked so. */
export class PlanKeepingClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings)
    const send: (...args: unknown[]) => unknown = this.query.bind(this)
    const sendKept = (asked: unknown, ...more: unknown[]) => {
      const isMarked = typeof asked === 'string' && asked.includes(mark)
      return send(isMarked ? { text: asked, name: nameOf(asked) } : asked, ...more)
    }
    this.query = sendKept as typeof this.query
  }
}
