import { jsPDF } from 'jspdf'
import { binaryString } from '#portal/downloads/binary-string.ts'
import type { PagePicture } from './page-picture.ts'
import { reportWording } from './wording.ts'

/** Millimetres (§9). */
const a4 = { width: 210, height: 297 }

/** One page for each picture, the picture at full page width. */
export function pdfOf(pictures: readonly PagePicture[]): Blob {
  const file = new jsPDF({ orientation: 'portrait', unit: 'mm', format: 'a4' })
  file.setProperties({ title: reportWording.title })
  file.setLanguage('en-US')
  for (const [index, picture] of pictures.entries()) {
    if (index > 0) file.addPage()
    known.set(picture.rows, picture)
    file.addImage(picture.rows, packedFormat, 0, 0, a4.width, a4.height, `page-${index + 1}`)
  }
  return file.output('blob')
}

const packedFormat = 'PACKED'
const known = new WeakMap<Uint8Array, PagePicture>()

/*
 * jsPDF unpacks every PNG and packs it again, and the screen stands still meanwhile. A format of our own, by the way in
 * which jsPDF adds one (`process` and its name), hands over the packed rows as they are.
 */
const formats = jsPDF.API as unknown as Record<
  string,
  (rows: Uint8Array, index: number, alias: string) => object
>

formats[`process${packedFormat}`] = (rows, index, alias) => {
  const picture = known.get(rows)
  if (!picture) throw new Error('These are not the rows of a page.')
  const { width, height, colors, depth } = picture
  return {
    alias,
    index,
    width,
    height,
    data: binaryString(rows),
    colorSpace: colors === 1 ? 'DeviceGray' : 'DeviceRGB',
    bitsPerComponent: depth,
    filter: 'FlateDecode',
    predictor: pngPredictor,
    decodeParameters: `/Predictor ${pngPredictor} /Colors ${colors} /BitsPerComponent ${depth} /Columns ${width}`,
  }
}

/** Each row says by its first byte how it was filtered. */
const pngPredictor = 15
