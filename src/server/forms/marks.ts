import { box } from './measures.ts'

const ink = '0.106 0.165 0.18'
const middle = box / 2
const square = `1 g ${ink} RG 0.8 w 0.5 0.5 ${box - 1} ${box - 1} re B`
const tick = `${ink} RG 1.6 w 1 J 1 j 2.3 5 m 4.3 2.7 l 7.8 7.4 l S`
const ring = `1 g ${ink} RG 0.8 w ${circle(middle - 0.5)} B`
const dot = `${ink} rg ${circle(middle - 2.4)} f`

/** How boxes and rings look, ticked and not. */
export function markAppearances(doc: PDFKit.PDFDocument) {
  const draw = (content: string) => {
    const made = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, box, box], Resources: {} })
    made.end(content)
    return made
  }
  return {
    box: draw(square),
    check: draw(`${square} ${tick}`),
    ring: draw(ring),
    dot: draw(`${ring} ${dot}`),
  }
}

/** Four curves around the middle of the box. */
function circle(radius: number): string {
  const bend = radius * 0.5523
  const at = (x: number, y: number) => `${(middle + x).toFixed(2)} ${(middle + y).toFixed(2)}`
  return [
    `${at(radius, 0)} m`,
    `${at(radius, bend)} ${at(bend, radius)} ${at(0, radius)} c`,
    `${at(-bend, radius)} ${at(-radius, bend)} ${at(-radius, 0)} c`,
    `${at(-radius, -bend)} ${at(-bend, -radius)} ${at(0, -radius)} c`,
    `${at(bend, -radius)} ${at(radius, -bend)} ${at(radius, 0)} c h`,
  ].join(' ')
}
