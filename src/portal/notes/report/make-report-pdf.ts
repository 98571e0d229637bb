import { theScreensTurn } from '#portal/downloads/screens-turn.ts'
import { type PageRoom, pageBreaks, type RowPart } from './page-breaks.ts'
import { type PagePicture, photographPage } from './page-picture.ts'
import { pdfOf } from './pdf-file.ts'
import type { Report } from './report-facts.tsx'
import { openPress, type Press, roomOn, rowsOn } from './report-press.tsx'

interface ReportOrder {
  report: Report
  signal: AbortSignal
  onProgress: (done: number, pages: number) => void
}

/**
 * Sets the report page by page and photographs each. Between two pages the screen has its turn, so that hundreds of
 * notes don't freeze it. Rejects with the signal's reason once that is aborted.
 */
export async function makeReportPdf(order: ReportOrder): Promise<{ file: Blob; pages: number }> {
  const { report, signal, onProgress } = order
  const press = openPress()
  try {
    const breaks = paginate(press, report)
    const pictures: PagePicture[] = []
    for (const [index, parts] of breaks.entries()) {
      onProgress(index, breaks.length)
      await theScreensTurn()
      signal.throwIfAborted()
      pictures.push(await photographPage(press.set({ report, parts, page: index + 1, pages: breaks.length })))
    }
    onProgress(breaks.length, breaks.length)
    await theScreensTurn()
    signal.throwIfAborted()
    return { file: pdfOf(pictures), pages: breaks.length }
  } finally {
    press.close()
  }
}

/** Measures every row on one endless page, and what a first and a later page have room for. */
function paginate(press: Press, report: Report): RowPart[][] {
  const set = (page: number, parts: RowPart[]) => press.set({ report, parts, page, pages: page })
  const room: PageRoom = { first: roomOn(set(1, [])), others: roomOn(set(2, [])) }
  const whole = report.notes.map((_, row) => ({ row, from: 0, to: 0, isWhole: true }))
  return pageBreaks(report.notes.length > 0 ? rowsOn(set(2, whole)) : [], room)
}
