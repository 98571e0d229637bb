/** Most ranges in one block: Adobe Technical Note 5411. */
const mostRanges = 100

/** Tells viewers which letters a font has whose codes are code points: a CMap of PDF 1.7, 9.10.3. */
export function toUnicode(stretches: readonly (readonly number[])[]): string {
  const ranges = stretches.map((stretch) => {
    const first = code(stretch[0])
    return `<${first}> <${code(stretch.at(-1))}> <${first}>`
  })
  const blocks: string[] = []
  for (let at = 0; at < ranges.length; at += mostRanges) {
    const block = ranges.slice(at, at + mostRanges)
    blocks.push(`${block.length} beginbfrange`, ...block, 'endbfrange')
  }
  return [...opening, ...blocks, ...ending].join('\n')
}

const opening = [
  '/CIDInit /ProcSet findresource begin',
  '12 dict begin',
  'begincmap',
  '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
  '/CMapName /Adobe-Identity-UCS def',
  '/CMapType 2 def',
  '1 begincodespacerange',
  '<0000> <ffff>',
  'endcodespacerange',
]
const ending = ['endcmap', 'CMapName currentdict /CMap defineresource pop', 'end', 'end']

function code(letter = 0): string {
  return letter.toString(16).padStart(4, '0')
}
