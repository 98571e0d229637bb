import { join } from 'node:path'
import { misused, runOrExplain } from '#commands/command-line.ts'
import { root, say } from '#commands/install.mjs'
import type { Cleanup } from '#commands/trial/cleanup.ts'
import { asMarkdown, asText } from '#commands/trial/tables.ts'
import { untilInterrupted } from '#commands/trial/until-interrupted.ts'
import { describeMachine } from './machine.ts'
import { benchOneSize } from './one-size.ts'
import { type Options, readOptions, usage } from './options.ts'
import { allTables, legend, writeResults } from './report.ts'
import { failuresOf, type SizeResult } from './results.ts'

/* `npm run bench` */

const begun = performance.now()

await runOrExplain(async () => {
  const options = readOptions(process.argv.slice(2))
  if (!options) return say(usage)
  await untilInterrupted((cleanup) => bench(options, cleanup))
})

async function bench(wanted: Options, cleanup: Cleanup): Promise<void> {
  const sizes: SizeResult[] = []
  let machine = ''
  for (const size of wanted.sizes) {
    const { postgres, ...result } = await benchOneSize(wanted, size, cleanup, progress)
    if (result.rows.length === 0 && !result.keyPresses)
      throw misused(`No call's name holds "${wanted.only.join('" or "')}".`, usage)
    machine = describeMachine(postgres, new Date())
    sizes.push(result)
  }
  const conditions = `${machine} ${wanted.rounds} rounds of ${wanted.seconds} s each.`
  const tables = allTables(sizes)
  say([conditions, legend, ...tables.map(asText)].join('\n\n'))
  if (wanted.write) {
    writeResults(join(root, 'docs/performance.md'), [conditions, ...tables.map(asMarkdown)].join('\n\n'))
  }
  const failures = sizes.flatMap(failuresOf)
  if (failures.length === 0) return
  process.exitCode = 1
  process.stderr.write(
    `\nNot every request succeeded, so these figures mean little:\n${failures.join('\n')}\n`,
  )
}

/** On standard error: standard output is for the tables. */
function progress(line: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000)
  process.stderr.write(`[${seconds} s] ${line}\n`)
}
