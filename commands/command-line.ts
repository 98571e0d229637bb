import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { OperatorError } from '#server/operator-error.ts'
import { root, tell } from './install.mjs'

/** Runs a command with the variables of `.env`; a failure becomes a sentence on standard error and exit code 1. */
export async function runOrExplain(command: () => Promise<void>): Promise<void> {
  const file = join(root, '.env')
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) process.loadEnvFile(file)
    await command()
  } catch (error) {
    tell(explain(error))
    process.exit(1)
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full. Make room, then start again; nothing was damaged.',
  EROFS: 'The disk is read-only. Nothing was changed.',
}

function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return reasons[code] ?? `This should not have happened:\n${error.stack}`
}

/** Wrong parameters: says why, and how the command is written. */
export function misused(reason: string, usage: string): OperatorError {
  return new OperatorError(`${reason}\nUsage: ${usage}`)
}

/** What was typed behind a command's name, by `parseArgs`; what that does not take is `misused`. */
export function readParameters<const Config extends Omit<ParseArgsConfig, 'args'>>(
  parameters: string[],
  config: Config,
  usage: string,
) {
  try {
    return parseArgs({ ...config, args: parameters })
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS_')) throw error
    throw misused((error as Error).message, usage)
  }
}

/** For commands that are set by variables alone. */
export function takeNoParameters(command: string): void {
  const [first] = process.argv.slice(2)
  if (first === undefined) return
  throw new OperatorError(
    `${command} takes no parameters, but was given "${first}". Its settings are variables; .env.example lists each.`,
  )
}
