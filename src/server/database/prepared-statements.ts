import { createHash } from 'node:crypto'

/** The maximum per pool. Further statements stay unnamed to bound memory. */
const maxNames = 500
/** Longer statements are composed for a number of rows and rarely repeat. */
const maxTextLength = 8_000

/** The names of a pool's statements. */
export function createStatementNames() {
  /** Text of a statement → its name. */
  const names = new Map<string, string>()
  let renamings = 0
  return {
    nameOf(text: string): string | undefined {
      let name = names.get(text)
      if (name === undefined && names.size < maxNames && text.length <= maxTextLength) {
        name = hashName(text)
        names.set(text, name)
      }
      return name
    },
    /** Gives the statement a new name: every connection then prepares it again. */
    rename(text: string): void {
      renamings += 1
      names.set(text, `${hashName(text)}_${renamings}`)
    },
  }
}

/** Deterministic: a pooler can share prepared statements among instances. */
function hashName(text: string): string {
  return `s_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

type Send = (statement: unknown, values?: unknown, ...more: unknown[]) => unknown

/**
 * Names each statement with parameters, so that PostgreSQL parses and plans it once for a connection (docs/decisions/0049).
 * If a migration has changed a statement's result columns, PostgreSQL refuses the old plan, and the statement is sent once
 * more under a new name. Inside a transaction that can't help: the transaction has failed.
 */
export function withPreparedStatements(send: Send, names: ReturnType<typeof createStatementNames>): Send {
  return (statement, values, ...more) => {
    const name =
      typeof statement === 'string' && Array.isArray(values) && values.length > 0 && names.nameOf(statement)
    if (!name) return send(statement, values, ...more)
    const text = statement as string
    const result = send({ text, name, values }, undefined, ...more)
    if (!(result instanceof Promise)) return result
    return result.catch(async (error) => {
      if (!isOutdatedPlan(error)) throw error
      names.rename(text)
      return await (send({ text, name: names.nameOf(text), values }) as Promise<unknown>).catch((second) => {
        throw isFailedTransaction(second) ? error : second
      })
    })
  }
}

const isOutdatedPlan = (error: unknown) =>
  error instanceof Error && error.message === 'cached plan must not change result type'

const isFailedTransaction = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '25P02'
