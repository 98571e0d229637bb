/**
 * A problem that the operator has to fix. The message says what is wrong and what to do; it is printed without a stack,
 * and the process exits with code 1.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
