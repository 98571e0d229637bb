/** Column → value; null is no value. */
export type CopyRow = Readonly<Record<string, string | number | Date | null>>

/** Bytes, or thereabouts, that are handed to the database at once. */
const chunk = 64 * 1024

/** Rows in the text form of COPY, a piece at a time; `onRow` hears of each row that went. */
export function* copyText(
  columns: readonly string[],
  rows: Iterable<CopyRow>,
  onRow: () => void = () => {},
): Generator<string> {
  let text = ''
  for (const row of rows) {
    text += `${columns.map((name) => written(row[name] ?? null)).join('\t')}\n`
    onRow()
    if (text.length < chunk) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function written(value: string | number | Date | null): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  return String(value).replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)
}
