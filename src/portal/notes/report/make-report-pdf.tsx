import { toSvg } from 'html-to-image'
import { jsPDF } from 'jspdf'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { screens } from '#contract/paths.ts'
import { yieldToMainThread } from '#portal/downloads/files.ts'
import { pageBreaks, type RowHeight, type RowPart } from './page-breaks.ts'
import type { Report } from './report-facts.tsx'
import { ReportSheet, type SheetContent } from './report-sheet.tsx'

/** Millimeters (docs/specification.md §9). */
const a4 = { width: 210, height: 297 }

/** Image pixels for each pixel of the page: 192 dots per inch. */
const pixelRatio = 2

const svgOptions = {
  // The sheet is set in system fonts, so there are none to embed.
  skipFonts: true,
  // Only what the style sheets use: copying all four hundred properties of every element takes far longer.
  includeStyleProperties: [
    'display box-sizing width height min-width min-height overflow-x overflow-y',
    'margin-top margin-right margin-bottom margin-left padding-top padding-right padding-bottom padding-left',
    'border-top-width border-top-style border-top-color border-bottom-width border-bottom-style border-bottom-color',
    'flex-direction flex-grow flex-shrink flex-basis flex-wrap justify-content align-items row-gap column-gap',
    'border-collapse table-layout vertical-align background-color color direction text-align text-indent',
    'font-family font-size font-weight font-style line-height letter-spacing',
    'white-space-collapse text-wrap-mode white-space overflow-wrap',
  ].flatMap((names) => names.split(' ')),
}

interface ReportPdfOptions {
  report: Report
  signal: AbortSignal
  onProgress: (done: number, pages: number) => void
}

/**
 * Renders the report page by page to images, off screen. Yields to the main thread after each page, so that hundreds of notes
 * don't freeze the screen. Rejects when the signal is aborted.
 */
export async function makeReportPdf({ report, signal, onProgress }: ReportPdfOptions) {
  const offScreen = openOffScreenPage()
  try {
    const pages = paginate(offScreen.render, report)
    const file = new jsPDF({ orientation: 'portrait', unit: 'mm', format: 'a4' })
    file.setProperties({ title: screens.clientNotesReport.title })
    file.setLanguage('en-US')
    for (const [index, parts] of pages.entries()) {
      onProgress(index, pages.length)
      await yieldToMainThread()
      signal.throwIfAborted()
      const page = offScreen.render({ report, parts, page: index + 1, pages: pages.length })
      const picture = await pictureOf(page)
      if (index > 0) file.addPage()
      file.addImage(picture, 'PNG', 0, 0, a4.width, a4.height, `page-${index + 1}`, 'FAST')
    }
    onProgress(pages.length, pages.length)
    await yieldToMainThread()
    signal.throwIfAborted()
    return { file: file.output('blob'), pages: pages.length }
  } finally {
    offScreen.close()
  }
}

/** As a PNG. The package's own `toPng` waits for an animation frame, which hidden tabs don't get. */
async function pictureOf(page: HTMLElement): Promise<string> {
  const drawing = new Image()
  drawing.src = await toSvg(page, svgOptions)
  await drawing.decode()
  const canvas = document.createElement('canvas')
  canvas.width = page.offsetWidth * pixelRatio
  canvas.height = page.offsetHeight * pixelRatio
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser offers no canvas.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(drawing, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL()
}

/** An element outside the viewport in which pages are rendered, one at a time. */
function openOffScreenPage() {
  const container = document.createElement('div')
  container.className = 'report-off-screen'
  container.inert = true
  container.ariaHidden = 'true'
  // Outside the portal's own element, which turns off translation (docs/decisions/0043).
  container.translate = false
  document.body.append(container)
  const root = createRoot(container)

  return {
    render(content: SheetContent): HTMLElement {
      flushSync(() => root.render(<ReportSheet content={content} />))
      return container.firstElementChild as HTMLElement
    },
    close() {
      root.unmount()
      container.remove()
    },
  }
}

/** Measures every row on one long page, and the space on the first and on a later page. */
function paginate(render: (content: SheetContent) => HTMLElement, report: Report): RowPart[][] {
  const sheet = (page: number, parts: RowPart[]) => render({ report, parts, page, pages: page })
  const room = { first: roomOn(sheet(1, [])), others: roomOn(sheet(2, [])) }
  const whole = report.notes.map((_, row) => ({ row, from: 0, to: 0, isWhole: true }))
  return pageBreaks(whole.length > 0 ? rowsOn(sheet(2, whole)) : [], room)
}

/** The height for the rows of a page, in pixels. */
function roomOn(sheet: HTMLElement): number {
  return heightOf(sheet, '.report-sheet-body') - heightOf(sheet, 'thead')
}

/** Pixels, as in the style sheet. */
const lineHeight = 20

function rowsOn(sheet: HTMLElement): RowHeight[] {
  return [...sheet.querySelectorAll('tbody tr')].map((row) => ({
    height: row.getBoundingClientRect().height,
    lines: Math.max(1, Math.round(heightOf(row, '.report-text') / lineHeight)),
    lineHeight,
    otherCells: Math.max(...['.report-date', '.report-author'].map((cell) => contentHeight(row, cell))),
  }))
}

/** In whole lines, because text is lower than its line. */
function contentHeight(row: Element, cell: string): number {
  const content = document.createRange()
  content.selectNodeContents(row.querySelector(cell) ?? row)
  return Math.ceil(content.getBoundingClientRect().height / lineHeight) * lineHeight
}

function heightOf(within: Element, selector: string): number {
  return within.querySelector(selector)?.getBoundingClientRect().height ?? 0
}
