import Papa from 'papaparse'
import { csvFormula } from '#contract/csv.ts'

/** Rows of cells as a CSV file (docs/product.md 31). `beforeEnd` is awaited before its last bytes. */
export async function* csvFile<Row>(
  headings: string[],
  pages: AsyncIterable<Row[]>,
  cellsOf: (row: Row) => string[],
  beforeEnd?: () => Promise<void>,
): AsyncGenerator<string, void> {
  yield `\uFEFF${lines([headings])}`
  for await (const rows of pages) yield `\r\n${lines(rows.map(cellsOf))}`
  await beforeEnd?.()
  yield '\r\n'
}

/** Without a line break at the end. */
const lines = (rows: string[][]) =>
  Papa.unparse(rows, { quotes: true, newline: '\r\n', escapeFormulae: csvFormula })
