import { resolve } from 'node:path'
import { openBrowser } from '#commands/trial/browser.ts'
import type { Cleanup } from '#commands/trial/cleanup.ts'
import { asText } from '#commands/trial/tables.ts'
import { untilInterrupted } from '#commands/trial/until-interrupted.ts'
import { OperatorError } from '#server/operator-error.ts'
import { runOrExplain } from './command-line.ts'
import { freePort } from './free-port.ts'
import { root, say } from './install.mjs'
import { readRun } from './lighthouse/lighthouse-result.ts'
import { keepReport, lighthouseOn } from './lighthouse/measure.ts'
import { type Options, readOptions, usage } from './lighthouse/options.ts'
import { startPublicPages } from './lighthouse/public-pages.ts'
import { bars, categories, complaintsAbout, type Run, runsMissing, scoreOf } from './lighthouse/scores.ts'

/* `npm run lighthouse`: every public page of the running product, by Lighthouse; a missed bar fails. */

await runOrExplain(async () => {
  const options = readOptions(process.argv.slice(2))
  if (!options) return say(usage)
  await untilInterrupted((cleanup) => measureAll(options, cleanup))
})

async function measureAll(options: Options, cleanup: Cleanup): Promise<void> {
  // Lighthouse steers the browser by this port, which only this machine reaches.
  const port = await freePort()
  await openBrowser(cleanup, progress, `--remote-debugging-port=${port}`)
  const measure = await lighthouseOn(root, port, progress)
  const addresses = await startPublicPages(cleanup)
  const wanted = addresses.filter((address) => new URL(address).pathname.includes(options.only))
  if (wanted.length === 0) throw new OperatorError(`No public page's path holds "${options.only}".`)
  const measured = new Map<string, Run[]>()
  for (const [index, address] of wanted.entries()) {
    const path = new URL(address).pathname
    progress(`${index + 1} of ${wanted.length}: ${path}`)
    const runs: Run[] = []
    while (runsMissing(runs, options.runs) > 0) {
      const result = await measure(address)
      runs.push(readRun(result))
      if (options.report) keepReport(resolve(root, options.report), path, runs.length, result)
    }
    measured.set(path, runs)
  }
  judge(measured)
}

function judge(measured: ReadonlyMap<string, Run[]>): void {
  const lines = [...measured].map(([path, runs]) => [
    path,
    ...categories.map((category) => `${scoreOf(runs, category)}`),
    runs.map(({ performance }) => performance.score).join(' '),
  ])
  const head = ['page', ...categories, 'performance of each run']
  const needed = ['needed', ...categories.map((category) => `${bars[category]}`), '']
  say(asText({ title: 'Lighthouse, mobile, of 100', head, lines: [...lines, needed] }))
  const complaints = [...measured].flatMap(([path, runs]) => complaintsAbout(path, runs))
  if (complaints.length === 0) {
    say(`\nEvery page reaches what is needed (${measured.size}).`)
    return
  }
  process.exitCode = 1
  progress(`\n${complaints.join('\n')}`)
}

/** On standard error: standard output is for the table. */
function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}
