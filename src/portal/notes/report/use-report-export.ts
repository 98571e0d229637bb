import { type RefObject, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { saveFile } from '#portal/downloads/save-file.ts'
import { useToast } from '#ui/toast.tsx'
import { recordReportExport } from '../queries.ts'
import type { Report } from './report-facts.tsx'
import { reportWording as wording } from './wording.ts'

export type ExportKind = 'pdf' | 'print'

export type ExportState =
  | { stage: 'idle' }
  | { stage: 'recording'; kind: ExportKind }
  | { stage: 'making'; progress: { done: number; pages: number } | undefined }
  | { stage: 'failed'; kind: ExportKind; message: string; detail: string }

const idle: ExportState = { stage: 'idle' }

/** The two ways in which the report leaves the portal. Both are recorded first, or don't happen. */
export function useReportExport(area: RefObject<HTMLElement | null>, report: Report) {
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(null)
  const toast = useToast()

  useEffect(() => () => running.current?.abort(), [])
  useRecordedPrints(running, report)

  async function start(kind: ExportKind, work: (signal: AbortSignal) => Promise<ExportState>) {
    // §5: without the report's area nothing is produced.
    if (running.current || !area.current) return
    const control = new AbortController()
    running.current = control
    setState({ stage: 'recording', kind })
    const end = await record(kind, report)
    const state = end ?? (control.signal.aborted ? idle : await work(control.signal))
    running.current = null
    setState(control.signal.aborted ? idle : state)
  }

  async function makePdf(signal: AbortSignal): Promise<ExportState> {
    const onProgress = (done: number, pages: number) =>
      setState({ stage: 'making', progress: { done, pages } })
    setState({ stage: 'making', progress: undefined })
    // Until its program is there, nothing was asked of the browser's memory.
    let detail: string = wording.notLoadedDetail
    try {
      const { makeReportPdf } = await import('./make-report-pdf.ts')
      detail = wording.notMadeDetail
      const { file, pages } = await makeReportPdf({ report, signal, onProgress })
      saveFile(file, wording.fileName(report.client.id))
      toast({ text: wording.downloaded(pages) })
      return idle
    } catch {
      return { stage: 'failed', kind: 'pdf', message: wording.notMade, detail }
    }
  }

  async function print(): Promise<ExportState> {
    window.print()
    return idle
  }

  const exports = { pdf: () => start('pdf', makePdf), print: () => start('print', print) }
  return { state, exports, cancel: () => running.current?.abort() }
}

export type ReportExport = ReturnType<typeof useReportExport>

async function record(kind: ExportKind, { client, notes }: Report): Promise<ExportState | undefined> {
  try {
    await recordReportExport(client.id, kind, notes.length)
    return undefined
  } catch (error) {
    return { stage: 'failed', kind, message: wording.notRecorded[kind], detail: sentenceOf(error) }
  }
}

/** The browser's own print command can't be held back; it is recorded all the same. */
function useRecordedPrints(running: RefObject<AbortController | null>, { client, notes }: Report): void {
  const { id } = client
  const count = notes.length
  useEffect(() => {
    function recordPrint() {
      if (!running.current) recordReportExport(id, 'print', count).catch(() => undefined)
    }
    addEventListener('beforeprint', recordPrint)
    return () => removeEventListener('beforeprint', recordPrint)
  }, [running, id, count])
}
