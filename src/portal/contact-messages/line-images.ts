import type { TextMeasure } from './pdf-text.ts'

/** A line with characters that the document's font lacks: it becomes an image (docs/decisions/0023). */
export interface ImageLine {
  text: string
  /** The direction of the paragraph: a single line may have no letter. */
  fromRight: boolean
}

interface LineImage {
  /** A JPEG, as a `data:` address. */
  address: string
  /** Points. */
  width: number
  height: number
}

export interface LineRenderer extends TextMeasure {
  draw(line: ImageLine): LineImage
}

/** Pixels for each point: 216 per inch. */
const density = 3

/** JPEG quality without visible artifacts around letters. */
const quality = 0.9

const fromTheRight =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Whether the text's first letter belongs to a script that is written from the right. */
export function isFromRight(text: string): boolean {
  return fromTheRight.test(text)
}

/** Text size and line height in points. */
export function createLineRenderer(size: { letters: number; line: number }): LineRenderer {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('There is no canvas to draw on.')
  const face = `${size.letters * density}px ${getComputedStyle(document.body).fontFamily}`
  const lineHeight = size.line * density
  context.font = face

  return {
    widthOf: (text) => context.measureText(text).width / (size.letters * density),
    draw({ text, fromRight }) {
      // Setting the size resets the context.
      canvas.width = Math.max(1, Math.ceil(context.measureText(text).width))
      canvas.height = lineHeight
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#000000'
      context.font = face
      context.direction = fromRight ? 'rtl' : 'ltr'
      context.textAlign = 'start'
      const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(text)
      // The baseline of the other columns, unless the script is so tall that it would be cut off.
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
