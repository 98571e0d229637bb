import { parseArgs } from 'node:util'
import { StartFailure } from '#server/start-failure.ts'

export interface Options {
  /** Only pages whose path holds this; every path holds ''. */
  only: string
  /** How often each page is measured. */
  runs: number
  /** Where Lighthouse's own reports go, if anywhere. */
  report: string | undefined
}

export const usage = `npm run lighthouse [-- --only PART] [--runs N] [--report FOLDER]
    Measures every public page with Lighthouse, as a phone, and fails where a page misses a bar:
    98 in performance, 100 in accessibility, best practices and SEO.
    --only PART      pages whose path holds PART
    --runs N         how often each page is measured (1); the median of performance counts
    --report FOLDER  writes Lighthouse's reports there, one HTML file for each measurement`

/** What was typed, checked; undefined when help was asked for. */
export function readOptions(parameters: string[]): Options | undefined {
  const { help, only, runs, report } = parse(parameters)
  if (help) return undefined
  if (!/^[1-9]\d?$/.test(runs)) throw misused('--runs is a whole number from 1 to 99.')
  return { only, runs: Number(runs), report }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string', default: '' },
        runs: { type: 'string', default: '1' },
        report: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error))
  }
}

function misused(reason: string): StartFailure {
  return new StartFailure(`${reason}\nUsage: ${usage}`)
}
