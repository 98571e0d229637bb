/**
 * Something that the person at the terminal has to put right: what is wrong and what to do, in sentences.
 * Whoever starts the program prints the message alone, without a stack, and exits with code 1.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
