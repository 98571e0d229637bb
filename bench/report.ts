import { readFileSync, writeFileSync } from 'node:fs'
import type { Table } from '#commands/trial/tables.ts'
import { OperatorError } from '#server/operator-error.ts'
import { canMeasure } from './cpu.ts'
import { growthTable, keyPressTable, resultTables, type SizeResult, watchedTable } from './results.ts'

export function allTables(sizes: SizeResult[]): Table[] {
  const more = [watchedTable(sizes), keyPressTable(sizes), growthTable(sizes)].filter(
    (table) => table !== undefined,
  )
  return [...sizes.flatMap(resultTables), ...more]
}

/** How the columns are to be read. */
export const legend = canMeasure
  ? 'p50, p95, p99: milliseconds. CPU: milliseconds of the server for 1,000 requests; CPU db: of PostgreSQL. MB: memory of the server.'
  : 'p50, p95, p99: milliseconds. CPU and memory are measured on Linux only; their columns are left out.'

const begin = '<!-- results: written by npm run bench -- --write -->'
const end = '<!-- end of results -->'

/** Puts the results between the two marks of the page and leaves the prose around them. */
export function writeResults(file: string, results: string): void {
  const page = readFileSync(file, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) {
    throw new OperatorError(`${file} lacks the lines "${begin}" and "${end}", between which the results go.`)
  }
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n\n${results}\n\n${page.slice(to)}`)
}
