import { type RefObject, useRef } from 'react'
import { type Exporting, useExport } from '#portal/downloads/export.tsx'
import { saveFile } from '#portal/downloads/files.ts'
import { useRecordedPrints } from '#portal/screen/recorded-prints.ts'
import { recordReportExport } from '../queries.ts'
import type { Report } from './report-facts.tsx'
import { reportWording as wording } from './wording.ts'

type ExportKind = 'pdf' | 'print'

export type ReportExporting = Exporting<ExportKind>

/**
 * The two ways in which the report leaves the portal. Each reads the notes again, because the report may have been open for
 * long, and is recorded first, or does not happen.
 */
export function useReportExport(
  area: RefObject<HTMLElement | null>,
  { client, notes }: Report,
  readAgain: () => Promise<Report>,
): ReportExporting {
  // Recorded already, unlike the browser's own command, which can be used while an export is running.
  const printing = useRef(false)
  const exporting = useExport<ExportKind>(async (kind, { signal, show, setFailureMessage }) => {
    // Without the report's area nothing is produced (docs/specification.md §5).
    if (!area.current) return undefined
    setFailureMessage(wording.notRead[kind])
    const report = await readAgain()
    signal.throwIfAborted()
    setFailureMessage(wording.notRecorded[kind])
    await recordReportExport(client.id, kind, report.notes.length)
    signal.throwIfAborted()
    if (kind === 'print') {
      printing.current = true
      window.print()
      printing.current = false
      return undefined
    }
    show('starting')
    // While the chunk is loading, a failure has nothing to do with the browser's memory.
    setFailureMessage(wording.notMade, wording.notLoadedDetail)
    const { makeReportPdf } = await import('./make-report-pdf.tsx')
    setFailureMessage(wording.notMade, wording.notMadeDetail)
    const onProgress = (done: number, total: number) => show({ done, total })
    const { file, pages } = await makeReportPdf({ report, signal, onProgress })
    saveFile(file, wording.fileName(client.id))
    return wording.downloaded(pages)
  })
  useRecordedPrints(() =>
    printing.current ? undefined : recordReportExport(client.id, 'print', notes.length),
  )
  return exporting
}
