import { jsPDF } from 'jspdf'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { yieldToMainThread } from '#portal/downloads/files.ts'
import { dateAndTime, shortCalendarDate } from '#portal/screen/dates.ts'
import { organizationName } from '#portal/screen/organization.ts'
import { isFromRight, openPen } from './drawn-lines.ts'
import { cellWidths, type Line, openSheet, sheet, type } from './message-sheet.ts'
import { linesOf, loadTextFont, paragraphsOf, printable } from './pdf-text.ts'
import type { ExportOrder, MessageFilters } from './queries.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.pdf

/** jsPDF packs all pages in one go, which with thousands of messages would hold up the screen: more are not packed. */
const mostPacked = 500

/** Milliseconds that the file is worked on before the main thread is free for others. */
const atOnce = 40

/** Points, of the letters in a picture: those of most scripts are taller than Latin ones, and share its lines. */
const pictured = 8

/** A table of text on US Letter, with a margin of one inch. What the typeface lacks is drawn. */
export async function makePdf({ messages, filters, signal, onProgress }: ExportOrder): Promise<Blob> {
  const doc = new jsPDF({
    orientation: 'portrait',
    unit: 'pt',
    format: 'letter',
    compress: messages.length <= mostPacked,
    putOnlyUsedFonts: true,
  })
  doc.setProperties({ title: messageWording.title })
  doc.setLanguage('en-US')
  const font = await loadTextFont(doc, signal)
  const pen = openPen({ letters: pictured, line: type.line })
  /** Lines that are at most so wide in points. */
  const set = (text: string, width: number): Line[] =>
    paragraphsOf(text).flatMap((paragraph): Line[] => {
      const known = printable(paragraph, font.has)
      if (known !== undefined) return linesOf(known, width / type.size, font)
      const fromRight = isFromRight(paragraph)
      return linesOf(paragraph, width / pictured, pen).map((line) => ({ text: line, fromRight }))
    })

  const paper = openSheet(doc, pen)
  const about = aboutMessages(messages, filters)
  paper.head(
    messageWording.title,
    about.flatMap((text) => set(text, sheet.width)),
  )

  let since = performance.now()
  for (const [number, message] of messages.entries()) {
    if (performance.now() - since > atOnce) {
      onProgress(number)
      await yieldToMainThread()
      signal.throwIfAborted()
      since = performance.now()
    }
    paper.row(cellsOf(message).map((text, column) => set(text, cellWidths[column] ?? 0)))
  }
  paper.foot(font)
  onProgress(messages.length)
  await yieldToMainThread()
  signal.throwIfAborted()
  return doc.output('blob')
}

function cellsOf({ name, email, message, receivedAt }: ContactMessage): string[] {
  return [name, email, message, dateAndTime(receivedAt)]
}

/** Whose messages these are, which, and when the file was made. */
function aboutMessages(messages: readonly ContactMessage[], filters: MessageFilters): string[] {
  const { search, from, to } = filters
  const narrowing = [
    search && wording.search(search),
    from && wording.from(shortCalendarDate(from)),
    to && wording.to(shortCalendarDate(to)),
  ].filter(Boolean)
  const which = narrowing.length > 0 ? narrowing.join(', ') : wording.all
  return [
    organizationName(),
    `${which}: ${messageWording.count(messages.length)}`,
    wording.made(dateAndTime(new Date().toISOString())),
  ]
}
