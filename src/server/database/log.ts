/** What this room needs of a log; a pino logger is one. */
export interface Log {
  info(sentence: string): void
  warn(sentence: string): void
  error(sentence: string): void
}
