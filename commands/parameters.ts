import { type ParseArgsConfig, parseArgs } from 'node:util'
import { OperatorError } from '#server/operator-error.ts'

/** What was typed can't be meant: says why and how it is written. */
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
