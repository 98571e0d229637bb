import Papa from 'papaparse'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { yieldToMainThread } from '#portal/downloads/files.ts'
import { today } from '#portal/screen/dates.ts'
import type { ExportOrder } from './queries.ts'

const header = ['Name', 'Email', 'Message', 'Received At']

/** Rows that are written without a pause. */
const rowsAtOnce = 250

/**
 * What a spreadsheet would work out as a formula: a sign that begins one, also behind blanks, quotes and
 * signs without a width, which some programs take off, and as the wide letter of East Asian keyboards; or a tab or line
 * break, which some take for the end of the cell. An apostrophe before it makes it text.
 */
const formula = /^(?:[\s\p{Cf}"'“”‘’]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** docs/product.md 31: UTF-8 with a byte order mark. The main thread is free between some rows and the next. */
export async function makeCsv({ messages, signal, onProgress }: ExportOrder): Promise<Blob> {
  const parts = ['\uFEFF', lines([header])]
  for (let start = 0; start < messages.length; start += rowsAtOnce) {
    onProgress(start)
    await yieldToMainThread()
    signal.throwIfAborted()
    parts.push(lines(messages.slice(start, start + rowsAtOnce).map(cellsOf)))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** Each row ended by CRLF. */
function lines(rows: string[][]): string {
  return `${Papa.unparse(rows, { quotes: true, newline: '\r\n', escapeFormulae: formula })}\r\n`
}

function cellsOf({ name, email, message, receivedAt }: ContactMessage): string[] {
  return [name, email, message, localTime(receivedAt)]
}

/** '2026-03-05 15:04:05' in the viewer's time zone: every spreadsheet knows it for a time, and it sorts. */
function localTime(instant: string): string {
  const date = new Date(instant)
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
  return `${today(date)} ${time.map((value) => String(value).padStart(2, '0')).join(':')}`
}
