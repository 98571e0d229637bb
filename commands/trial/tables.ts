/** A table before it is drawn: the first column is words, the others are figures. */
export interface Table {
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

/** The same in Markdown. */
export function asMarkdown({ title, head, lines }: Table): string {
  const draw = (line: string[]) => `| ${line.join(' | ')} |`
  return [
    `**${title}**`,
    '',
    draw(head),
    draw(head.map((_, column) => (column === 0 ? '---' : '---:'))),
    ...lines.map(draw),
  ].join('\n')
}

/** Three digits that matter; a dash for what was not measured. */
export function figure(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value >= 10 ? 1 : 2)
}
