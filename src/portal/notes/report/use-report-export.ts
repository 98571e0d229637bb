import { type RefObject, useRef } from 'react'
import { type Exporting, useExport } from '#portal/downloads/export.tsx'
import { saveFile } from '#portal/downloads/files.ts'
import { plural } from '#portal/screen/plural.ts'
import { useRecordedPrints } from '#portal/screen/screen.tsx'
import { recordReportExport } from '../queries.ts'
import type { Report } from './report-facts.tsx'

const notRead = {
  pdf: 'The PDF was not created because the notes could not be read again.',
  print: 'The report was not printed because the notes could not be read again.',
} as const

const notRecorded = {
  pdf: 'The PDF was not created because the export couldn’t be logged.',
  print: 'The report was not printed because the print couldn’t be logged.',
} as const

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
  // Recorded before the browser prints, which it may do after `print()` has returned. Its own command is recorded, also
  // while an export is running.
  const isRecorded = useRef(false)
  const exporting = useExport<ExportKind>(async (kind, { signal, show, setFailureMessage }) => {
    // Without the report's area nothing is produced (docs/specification.md §5).
    if (!area.current) return undefined
    setFailureMessage(notRead[kind])
    const report = await readAgain()
    signal.throwIfAborted()
    setFailureMessage(notRecorded[kind])
    await recordReportExport(client.id, kind, report.notes.length)
    signal.throwIfAborted()
    if (kind === 'print') {
      isRecorded.current = true
      window.print()
      return undefined
    }
    show('starting')
    // While the chunk is loading, a failure has nothing to do with the browser's memory.
    setFailureMessage(
      'The PDF could not be created.',
      'Check your connection and try again. If that does not help, reload the page.',
    )
    const { makeReportPdf } = await import('./make-report-pdf.tsx')
    setFailureMessage(
      'The PDF could not be created.',
      'Your browser may be low on memory. Choose fewer dates, or print the report instead.',
    )
    const onProgress = (done: number, total: number) => show({ done, total })
    const { file, pages } = await makeReportPdf({ report, signal, onProgress })
    saveFile(file, `client-${client.id}-notes.pdf`)
    return `The PDF with ${plural(pages, 'page', 'pages')} is in your downloads.`
  })
  useRecordedPrints(() => {
    const wasRecorded = isRecorded.current
    isRecorded.current = false
    return wasRecorded ? undefined : recordReportExport(client.id, 'print', notes.length)
  })
  return exporting
}
