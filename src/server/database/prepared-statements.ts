import { createHash } from 'node:crypto'

/** Per process, and so per connection. Further statements are sent without a name, so that memory can't grow. */
const mostNames = 500
/** A longer text was put together from as many rows as there happened to be, and hardly comes again. */
const longestText = 8_000

/** Text of a statement → its name. */
const names = new Map<string, string>()
let renamings = 0

export function statementName(text: string): string | undefined {
  let name = names.get(text)
  if (name === undefined && names.size < mostNames && text.length <= longestText) {
    name = hashName(text)
    names.set(text, name)
  }
  return name
}

/** Gives the statement another name, so that every connection prepares it anew. */
function renameStatement(text: string): void {
  renamings += 1
  names.set(text, `${hashName(text)}_${renamings}`)
}

/** Says nothing about the process, so that a pooler may share prepared statements among instances. */
function hashName(text: string): string {
  return `s_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

type Send = (statement: unknown, values?: unknown, ...more: unknown[]) => unknown

/**
 * Names each statement with parameters, so that PostgreSQL parses and plans it once for a connection (docs/decisions/0049).
 * When a migration has changed the columns that a statement answers, PostgreSQL refuses the plan it kept, and the statement
 * is sent once more under a new name. Within a transaction that can't help: the transaction has failed.
 */
export function withPreparedStatements(send: Send): Send {
  return (statement, values, ...more) => {
    const name =
      typeof statement === 'string' && Array.isArray(values) && values.length > 0 && statementName(statement)
    if (!name) return send(statement, values, ...more)
    const text = statement as string
    const answer = send({ text, name, values }, ...more)
    if (!(answer instanceof Promise)) return answer
    return answer.catch(async (error) => {
      if (!isOutdatedPlan(error)) throw error
      renameStatement(text)
      return await (send({ text, name: statementName(text), values }) as Promise<unknown>).catch((second) => {
        throw isFailedTransaction(second) ? error : second
      })
    })
  }
}

const isOutdatedPlan = (error: unknown) =>
  error instanceof Error && error.message === 'cached plan must not change result type'

const isFailedTransaction = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '25P02'
