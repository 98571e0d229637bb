import { toSvg } from 'html-to-image'
import { colorRows, greyRows } from './png-rows.ts'

/** Pixels of the picture for each of the page's: 192 to the inch on A4. */
const density = 2

/** A picture as a PDF keeps it: the rows of a PNG, deflated. */
export interface PagePicture {
  width: number
  height: number
  /** 1 for shades of grey, 3 where the page has a colour. */
  colors: 1 | 3
  /** Bits for each of them. */
  depth: 4 | 8
  rows: Uint8Array
}

/** What the pages' rules use; copying all of some four hundred properties of every element takes far longer. */
const copiedProperties = [
  ...['display', 'box-sizing', 'width', 'height', 'min-width', 'min-height', 'overflow-x', 'overflow-y'],
  ...['margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
  ...['padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
  ...['border-top-width', 'border-top-style', 'border-top-color'],
  ...['border-bottom-width', 'border-bottom-style', 'border-bottom-color'],
  ...[
    'flex-direction',
    'flex-grow',
    'flex-shrink',
    'flex-basis',
    'flex-wrap',
    'justify-content',
    'align-items',
  ],
  ...[
    'row-gap',
    'column-gap',
    'border-collapse',
    'table-layout',
    'vertical-align',
    'background-color',
    'color',
  ],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'line-height', 'letter-spacing', 'direction'],
  ...['text-align', 'text-indent', 'white-space-collapse', 'text-wrap-mode', 'white-space', 'overflow-wrap'],
]

export async function photographPage(page: HTMLElement): Promise<PagePicture> {
  // The portal's faces are the reader's own: there are none to be embedded.
  const address = await toSvg(page, { skipFonts: true, includeStyleProperties: copiedProperties })
  const drawing = new Image()
  drawing.src = address
  await drawing.decode()

  const canvas = document.createElement('canvas')
  canvas.width = page.offsetWidth * density
  canvas.height = page.offsetHeight * density
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('There is no canvas to draw on.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(drawing, 0, 0, canvas.width, canvas.height)
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  const grey = greyRows(pixels)
  return {
    width: canvas.width,
    height: canvas.height,
    ...(grey ? ({ colors: 1, depth: 4 } as const) : ({ colors: 3, depth: 8 } as const)),
    rows: await deflated(grey ?? colorRows(pixels)),
  }
}

/** The browser's own packer takes its input in parts, and leaves the screen its turn between them. */
async function deflated(rows: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}
