import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { RowHeight } from './page-breaks.ts'
import { ReportSheet, type SheetContent } from './report-sheet.tsx'

/** The place beside the screen where pages are set, one at a time. Has to be closed. */
export function openPress() {
  const place = document.createElement('div')
  place.className = 'report-press'
  place.inert = true
  place.ariaHidden = 'true'
  // It stands beside the portal's own element, which keeps translators out (docs/decisions/0043).
  place.translate = false
  document.body.append(place)
  const root = createRoot(place)

  return {
    /** The page's element, drawn and ready to be measured or photographed. */
    set(content: SheetContent): HTMLElement {
      flushSync(() => root.render(<ReportSheet content={content} />))
      const sheet = place.firstElementChild
      if (!(sheet instanceof HTMLElement)) throw new Error('The page was not set.')
      return sheet
    },
    close() {
      root.unmount()
      place.remove()
    },
  }
}

export type Press = ReturnType<typeof openPress>

/** Pixels that a page leaves to the rows of its table. */
export function roomOn(sheet: HTMLElement): number {
  return heightOf(sheet, '.report-sheet-body') - heightOf(sheet, 'thead')
}

/** The rows of a page, each as high as it would like to be. */
export function rowsOn(sheet: HTMLElement): RowHeight[] {
  return [...sheet.querySelectorAll('tbody tr')].map((row) => {
    const text = heightOf(row, '.report-text')
    return {
      height: row.getBoundingClientRect().height,
      lines: Math.max(1, Math.round(text / lineHeight)),
      lineHeight,
    }
  })
}

/** As the style sheet says, in pixels. */
const lineHeight = 20

function heightOf(within: Element, selector: string): number {
  return within.querySelector(selector)?.getBoundingClientRect().height ?? 0
}
