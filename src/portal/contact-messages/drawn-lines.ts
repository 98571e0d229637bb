import type { Measure } from './pdf-text.ts'

/** A line with letters that the document's own typeface lacks: it is drawn (docs/decisions/0037). */
export interface DrawnLine {
  text: string
  /** The paragraph's: a line of it may have no letter of its own. */
  fromRight: boolean
}

/** A line as the reader's screen shows it. */
interface Picture {
  /** A JPEG, as a `data:` address. */
  address: string
  /** Points. */
  width: number
  height: number
}

export interface Pen extends Measure {
  draw(line: DrawnLine): Picture
}

/** Pixels for each point: 216 to the inch. */
const density = 3

/** Of 1: letters have no rim of smudges. */
const quality = 0.9

const fromTheRight =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Whether the text's first letter belongs to a script that is written from the right. */
export function isFromRight(text: string): boolean {
  return fromTheRight.test(text)
}

/** Draws letters of that size on lines of that height, both in points. */
export function openPen(size: { letters: number; line: number }): Pen {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('There is no canvas to draw on.')
  const face = `${size.letters * density}px ${getComputedStyle(document.body).fontFamily}`
  const lineHeight = size.line * density
  context.font = face

  return {
    widthOf: (text) => context.measureText(text).width / (size.letters * density),
    draw({ text, fromRight }) {
      // A new size forgets what else was set.
      canvas.width = Math.max(1, Math.ceil(context.measureText(text).width))
      canvas.height = lineHeight
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#000000'
      context.font = face
      context.direction = fromRight ? 'rtl' : 'ltr'
      context.textAlign = 'start'
      const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(text)
      // Where the text of other columns stands on its line. Some scripts are so tall that they would be cut there.
      const baseline = Math.max(above, Math.min(lineHeight * 0.75, lineHeight - below))
      context.fillText(text, fromRight ? canvas.width : 0, baseline)
      return {
        address: canvas.toDataURL('image/jpeg', quality),
        width: canvas.width / density,
        height: size.line,
      }
    },
  }
}
