import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { misused } from './operation.ts'

/** What was typed behind the command's name, by `parseArgs`; an option that there is not is `misused`. */
export function readParameters<const Options extends ParseArgsOptionsConfig>(
  parameters: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: parameters, options, allowPositionals: true })
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS_')) throw error
    throw misused((error as Error).message, usage)
  }
}
