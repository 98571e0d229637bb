/** Codes of a database that does not respond, restarts, has failed over, or is out of connections. */
const transientCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAGAIN'],
  ...['57P01', '57P02', '57P03', '57P05', '53300', '25006'],
  // A statement, a wait for a lock or a pause in a transaction that took too long.
  ...['57014', '55P03', '25P03'],
  // All of class 08 except 08P01, a protocol violation, which would be our own bug.
  ...['08000', '08001', '08003', '08004', '08006', '08007'],
])

/** `pg` and its pool give these errors no code. */
const transientMessages =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/

/** Whether the query failed because the database did not respond. A retry may succeed: 503. */
export function isTransientError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransientError)
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  // Only a socket's ENOENT: a missing file would be our own bug.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return transientCodes.has(code) || transientMessages.test(error.message)
}

/** Whether the database's disk or memory is full: 503. The transaction was rolled back. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && ['53100', '53200', '53000'].includes(codeOf(error))
}

/** Whether a statement has waited for a lock longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '55P03'
}

/** Whether the transaction was ended because another one needed the same rows: a second try may succeed. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && ['40P01', '40001'].includes(codeOf(error))
}

/** Whether PostgreSQL has stopped a statement at `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '57014'
}

/** Whether the server, or the role, has as many connections as it may. */
export function isOutOfConnections(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '53300'
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
