import type { ParseArgsOptionsConfig } from 'node:util'
import * as command from '#commands/parameters.ts'

/** What was typed can't be meant. `usage` is the operation's own. */
export function misused(reason: string, usage: string) {
  return command.misused(reason, asTyped(usage))
}

/** What was typed behind the operation's name: options, and whatever else. */
export function readParameters<const Options extends ParseArgsOptionsConfig>(
  parameters: string[],
  options: Options,
  usage: string,
) {
  return command.readParameters(parameters, { options, allowPositionals: true }, asTyped(usage))
}

const asTyped = (usage: string) => `npm run ops -- ${usage}`
