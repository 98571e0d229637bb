import type { TextFont } from './text-font.ts'

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What has no width and shows nothing by itself. */
const unseen = /\p{Cf}|\p{Cc}|\uFE0F/gu

/** The text as the font can print it: accents joined to their letters, and one '?' for each sign that it lacks. */
export function printable(text: string, font: TextFont): { text: string; lacks: boolean } {
  const joined = text.normalize('NFC').replaceAll('\t', '    ').replaceAll(/\r\n?/g, '\n')
  // Nearly every text: no need to take it apart.
  if (Array.from(joined).every((letter) => letter === '\n' || font.has(letter)))
    return { text: joined, lacks: false }
  let shown = ''
  let lacks = false
  for (const { segment } of clusters.segment(joined)) {
    const seen = segment === '\n' ? segment : segment.replace(unseen, '')
    const isHeld = seen === '\n' || Array.from(seen).every((letter) => font.has(letter))
    shown += isHeld ? seen : '?'
    lacks ||= !isHeld
  }
  return { text: shown, lacks }
}

/** Lines that are at most so wide (in points at a size of one); a word too long for a line is broken where it must be. */
export function linesOf(text: string, width: number, font: TextFont): string[] {
  return text.split('\n').flatMap((paragraph) => paragraphLines(paragraph, width, font))
}

function paragraphLines(paragraph: string, width: number, font: TextFont): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of paragraph.trimEnd().split(/(?<= )/)) {
    const needed = font.widthOf(word.trimEnd())
    if (used + needed > width && line !== '') {
      lines.push(line.trimEnd())
      line = ''
      used = 0
    }
    if (needed <= width) {
      line += word
      used += font.widthOf(word)
      continue
    }
    for (const letter of word.trimEnd()) {
      const step = font.widthOf(letter)
      if (used + step > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      line += letter
      used += step
    }
    line += word.slice(word.trimEnd().length)
    used = font.widthOf(line)
  }
  return [...lines, line.trimEnd()]
}
