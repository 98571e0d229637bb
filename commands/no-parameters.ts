import { OperatorError } from '#server/operator-error.ts'

/** For commands that variables alone set: what is typed behind them would be left unread. */
export function takeNoParameters(command: string): void {
  const [first] = process.argv.slice(2)
  if (first === undefined) return
  throw new OperatorError(
    `${command} takes no parameters, but was given "${first}". Its settings are variables; .env.example lists each.`,
  )
}
