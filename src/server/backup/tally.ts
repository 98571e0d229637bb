import { createHash } from 'node:crypto'
import type { TableTally } from './format.ts'

const lineEnd = 0x0a

/** Counts and sums up the text of one table. A row is a line: COPY writes line ends inside of values as `\n`. */
export function tallyOf(name: string) {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  return {
    add(chunk: Uint8Array): void {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) rows += 1
    },
    rows: () => rows,
    /** Once, at the end. */
    total: (): TableTally => ({ name, rows, bytes, sha256: hash.digest('hex') }),
  }
}
