import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { saveFile } from '#portal/downloads/save-file.ts'
import { useToast } from '#ui/toast.tsx'
import type { ExportOrder } from './export-order.ts'
import { type MessageFilters, readAllMessages, recordMessageExport } from './queries.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.exports

export type ExportKind = 'csv' | 'pdf'

export type ExportState =
  | { stage: 'idle' }
  | { stage: 'preparing'; kind: ExportKind; progress?: { done: number; total: number } }
  | { stage: 'failed'; kind: ExportKind; message: string; detail: string }

/** What makes the files is loaded by the click. */
const makers = {
  csv: async (order: ExportOrder) => (await import('./make-csv.ts')).makeCsv(order),
  pdf: async (order: ExportOrder) => (await import('./make-pdf.ts')).makePdf(order),
} satisfies Record<ExportKind, (order: ExportOrder) => Promise<Blob>>

/**
 * The two ways in which messages leave the portal: all that match, not only those of the page. Each is recorded first, or
 * does not happen.
 */
export function useMessageExport(filters: MessageFilters) {
  const [state, setState] = useState<ExportState>({ stage: 'idle' })
  const running = useRef<AbortController>(null)
  const toast = useToast()
  useEffect(() => () => running.current?.abort(), [])

  async function start(kind: ExportKind) {
    if (running.current) return
    const control = new AbortController()
    const { signal } = control
    running.current = control
    let failed: string = wording.notRead
    let detail = sentenceOf
    try {
      setState({ stage: 'preparing', kind })
      const messages = await readAllMessages(filters, signal)
      failed = wording.notRecorded
      await recordMessageExport(kind, messages.length)
      failed = wording.notMade
      detail = () => wording.notMadeDetail
      const total = messages.length
      const onProgress = (done: number) => setState({ stage: 'preparing', kind, progress: { done, total } })
      const file = await makers[kind]({ messages, filters, signal, onProgress })
      signal.throwIfAborted()
      saveFile(file, `contact_messages.${kind}`)
      setState({ stage: 'idle' })
      toast({ text: wording.done[kind] })
    } catch (error) {
      setState(
        signal.aborted
          ? { stage: 'idle' }
          : { stage: 'failed', kind, message: failed, detail: detail(error) },
      )
    } finally {
      running.current = null
    }
  }

  return { state, start, cancel: () => running.current?.abort() }
}

export type MessageExport = ReturnType<typeof useMessageExport>
