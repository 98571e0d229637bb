/** A table before it is drawn: the first column is words, the others are figures. */
interface Table {
  title: string
  head: string[]
  lines: string[][]
}

/** Columns aligned with spaces, for a terminal. */
export function asText({ title, head, lines }: Table): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  )
  const draw = (line: string[]) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [title, '', draw(head), rule, ...lines.map(draw)].join('\n')
}
