import { type RefObject, useEffect } from 'react'
import { saveFile } from '#portal/downloads/files.ts'
import { type Exporting, useExport } from '#portal/downloads/use-export.ts'
import { recordReportExport } from '../queries.ts'
import type { Report } from './report-facts.tsx'
import { reportWording as wording } from './wording.ts'

type ExportKind = 'pdf' | 'print'

export type ReportExporting = Exporting<ExportKind>

/** The two ways in which the report leaves the portal. Both are recorded first, or don't happen. */
export function useReportExport(area: RefObject<HTMLElement | null>, report: Report): ReportExporting {
  const { client, notes } = report
  const exporting = useExport<ExportKind>(async (kind, { signal, show, ifItFails }) => {
    // §5: without the report's area nothing is produced.
    if (!area.current) return undefined
    ifItFails(wording.notRecorded[kind])
    await recordReportExport(client.id, kind, notes.length)
    signal.throwIfAborted()
    if (kind === 'print') {
      window.print()
      return undefined
    }
    show('starting')
    // Until its program is there, nothing was asked of the browser's memory.
    ifItFails(wording.notMade, wording.notLoadedDetail)
    const { makeReportPdf } = await import('./make-report-pdf.tsx')
    ifItFails(wording.notMade, wording.notMadeDetail)
    const onProgress = (done: number, total: number) => show({ done, total })
    const { file, pages } = await makeReportPdf({ report, signal, onProgress })
    saveFile(file, wording.fileName(client.id))
    return wording.downloaded(pages)
  })
  useRecordedPrints(exporting.isRunning, report)
  return exporting
}

/** The browser's own print command can't be held back; it is recorded all the same. */
function useRecordedPrints(isRunning: () => boolean, { client: { id }, notes: { length } }: Report): void {
  useEffect(() => {
    function recordPrint() {
      if (!isRunning()) recordReportExport(id, 'print', length).catch(() => undefined)
    }
    addEventListener('beforeprint', recordPrint)
    return () => removeEventListener('beforeprint', recordPrint)
  }, [isRunning, id, length])
}
