/** Reads a CSV file strictly: every field quoted, every row ended by CRLF, all rows of one length. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /"((?:[^"]|"")*)"(,|\r\n)/y
  field.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const [, value = '', end] = field.exec(text) ?? []
    if (end === undefined) throw new Error(`This is no CSV at character ${at}.`)
    row.push(value.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length !== (rows[0] ?? row).length) throw new Error(`Row ${rows.length + 1} has another length.`)
    rows.push(row)
    row = []
  }
  return rows
}
