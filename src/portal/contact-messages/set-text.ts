const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How wide text is, in points at a size of one point. */
export interface Measure {
  widthOf(text: string): number
}

/** What has no width and shows nothing by itself. */
const unseen = /\p{Cf}|\p{Cc}|\uFE0F/gu

/** A text to be set, paragraph by paragraph: accents joined to their letters, tabs made blanks. */
export function paragraphsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .split(/\r\n?|\n/)
}

/** The paragraph as a typeface can print it, without what nobody sees; nothing where it lacks what is seen. */
export function printable(paragraph: string, has: (letter: string) => boolean): string | undefined {
  const isHeld = (text: string) => Array.from(text).every(has)
  // Nearly every text: no need to look for what nobody sees.
  if (isHeld(paragraph)) return paragraph
  const seen = paragraph.replace(unseen, '')
  return isHeld(seen) ? seen : undefined
}

/**
 * The paragraph's lines, which are at most so wide (in points at a size of one); a word too long for a line is broken
 * where it must be.
 */
export function linesOf(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of paragraph.trimEnd().split(/(?<= )/)) {
    const needed = measure.widthOf(word.trimEnd())
    if (used + needed > width && line !== '') {
      lines.push(line.trimEnd())
      line = ''
      used = 0
    }
    if (needed <= width) {
      line += word
      used += measure.widthOf(word)
      continue
    }
    for (const { segment: letter } of clusters.segment(word.trimEnd())) {
      const step = measure.widthOf(letter)
      if (used + step > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      line += letter
      used += step
    }
    line += word.slice(word.trimEnd().length)
    used = measure.widthOf(line)
  }
  return [...lines, line.trimEnd()]
}
