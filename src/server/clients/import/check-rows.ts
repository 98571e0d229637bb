import type { ColumnMap } from './column-map.ts'
import { RowsRefused } from './findings.ts'
import { noProgress, type StartProgress } from './progress.ts'
import { type ClientRow, readRow } from './read-row.ts'
import type { Table } from './read-table.ts'

/** All rows as clients, or a failure that names every wrong row with all that is wrong in it. */
export function checkRows(
  { header, rows }: Table,
  map: ColumnMap,
  { today, progress = noProgress }: { today: string; progress?: StartProgress },
): ClientRow[] {
  const checking = progress('Checking')
  const read = rows.map((row, index) => {
    checking.show(index + 1, rows.length)
    return readRow(row, { map, width: header.length, today })
  })
  checking.end()
  const wrong = read.flatMap((row) => ('mistakes' in row ? [row.mistakes] : []))
  if (wrong.length > 0) {
    throw new RowsRefused(
      wrong.flat(),
      `Nothing was imported. Wrong rows: ${wrong.length.toLocaleString('en-US')} of ` +
        `${rows.length.toLocaleString('en-US')}. Correct the file and import it again.`,
    )
  }
  return read.flatMap((row) => ('input' in row ? [row] : []))
}
