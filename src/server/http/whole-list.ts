import { setImmediate as nextTurn } from 'node:timers/promises'
import Papa from 'papaparse'
import type * as z from 'zod/mini'
import { csvFormula } from '#contract/csv.ts'

/* The forms in which whole lists are sent. */

/**
 * Records as a JSON array. They must have exactly the fields of the schema, so that nothing is sent that it does not name.
 * The first of each batch is checked: all rows of a statement have the same columns.
 */
export async function* jsonArray<Item extends object>(
  schema: z.ZodMiniObject,
  batches: AsyncIterable<Item[]>,
): AsyncGenerator<string | Uint8Array, void> {
  const fields = Object.keys(schema.shape).toSorted().join()
  let isEmpty = true
  for await (const items of batches) {
    if (
      Object.keys(items[0] ?? {})
        .toSorted()
        .join() !== fields
    )
      throw new Error('A list has other fields than its schema.')
    // Joining the texts of the batches as strings would copy each twice.
    const bytes = Buffer.from(JSON.stringify(items))
    if (!isEmpty) bytes.write(',')
    isEmpty = false
    yield bytes.subarray(0, -1)
  }
  yield isEmpty ? '[]' : ']'
}

/** Milliseconds of work before other calls have their turn. */
const workSlice = 10
/** Rows between two looks at the clock. */
const rowsBetween = 20

/** Rows of cells as a CSV file (docs/product.md 31). */
export async function* csvFile<Row>(
  headings: string[],
  batches: AsyncIterable<Row[]> | Iterable<Row[]>,
  cellsOf: (row: Row) => string[],
): AsyncGenerator<string, void> {
  yield `\uFEFF${lines([headings])}`
  for await (const rows of batches) {
    let since = performance.now()
    for (let start = 0; start < rows.length; start += rowsBetween) {
      yield `\r\n${lines(rows.slice(start, start + rowsBetween).map(cellsOf))}`
      if (performance.now() - since < workSlice) continue
      await nextTurn()
      since = performance.now()
    }
  }
  yield '\r\n'
}

/** Without a line break at the end. */
const lines = (rows: string[][]) =>
  Papa.unparse(rows, { quotes: true, newline: '\r\n', escapeFormulae: csvFormula })
