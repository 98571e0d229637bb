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

/** Where a word too long for a line is broken, the best place first: an email address after its @, then after a dot. */
const breaks: ((word: string) => string[])[] = [
  (word) => word.split(/(?<=@)/),
  (word) => word.split(/(?<=[./-])/),
  (word) => Array.from(clusters.segment(word), ({ segment }) => segment),
]

/** The paragraph's lines, which are at most so wide (in points at a size of one). */
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
    for (const piece of piecesOf(word.trimEnd(), width, measure)) {
      const step = measure.widthOf(piece)
      if (used + step > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      line += piece
      used += step
    }
    line += word.slice(word.trimEnd().length)
    used = measure.widthOf(line)
  }
  return [...lines, line.trimEnd()]
}

function piecesOf(word: string, width: number, measure: Measure, [best, ...others] = breaks): string[] {
  if (!best || measure.widthOf(word) <= width) return [word]
  return best(word).flatMap((part) => piecesOf(part, width, measure, others))
}
