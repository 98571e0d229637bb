import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { csvLines } from '#portal/downloads/csv.ts'
import { yieldToMainThread } from '#portal/downloads/files.ts'
import { dayOf } from '#portal/screen/dates.ts'
import type { MessageExport } from './queries.ts'

const header = ['Name', 'Email', 'Message', 'Received At']

/** Rows between two pauses. */
const chunkSize = 250

/** docs/product.md 31: UTF-8 with a byte order mark. Yields to the main thread between chunks. */
export async function makeCsv({ messages, signal, onProgress }: MessageExport): Promise<Blob> {
  const parts = ['\uFEFF', csvLines([header])]
  for (let start = 0; start < messages.length; start += chunkSize) {
    onProgress(start)
    await yieldToMainThread()
    signal.throwIfAborted()
    parts.push(csvLines(messages.slice(start, start + chunkSize).map(cellsOf)))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

function cellsOf({ name, email, message, receivedAt }: ContactMessage): string[] {
  return [name, email, message, localTime(receivedAt)]
}

/** '2026-03-05 15:04:05' in the viewer's time zone: every spreadsheet reads it as a time, and it sorts. */
function localTime(instant: string): string {
  const date = new Date(instant)
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return `${dayOf(date)} ${time.map((value) => String(value).padStart(2, '0')).join(':')}`
}
