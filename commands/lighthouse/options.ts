import { misused, readParameters } from '#commands/command-line.ts'

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

const options = {
  only: { type: 'string', default: '' },
  runs: { type: 'string', default: '1' },
  report: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** What was typed, checked; undefined when help was asked for. */
export function readOptions(parameters: string[]): Options | undefined {
  const { help, only, runs, report } = readParameters(parameters, { options }, usage).values
  if (help) return undefined
  if (!/^[1-9]\d?$/.test(runs)) throw misused('--runs is a whole number from 1 to 99.', usage)
  return { only, runs: Number(runs), report }
}
