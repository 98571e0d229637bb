/** Codes of a database that does not answer, restarts, has failed over to another host, or is out of connections. */
const transientCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAGAIN'],
  ...['57P01', '57P02', '57P03', '57P05', '53300', '25006'],
  // Of class 08 all but 08P01, a protocol violation: that one is our own fault.
  ...['08000', '08001', '08003', '08004', '08006', '08007'],
])

/** `pg` and its pool give these errors no code. */
const transientMessages =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/

/** The query failed because the database did not answer, and may succeed in a moment: 503, try again. */
export function isTransientError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransientError)
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  // Only a socket's ENOENT: a file that is missing is our own fault.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return transientCodes.has(code) || transientMessages.test(error.message)
}

/** The database's disk or memory is full: 503; nothing of the transaction was kept, and it goes on by itself. */
export function isFullError(error: unknown): boolean {
  return error instanceof Error && ['53100', '53200', '53000'].includes(codeOf(error))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
