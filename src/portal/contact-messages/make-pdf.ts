import { jsPDF } from 'jspdf'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { screens } from '#contract/paths.ts'
import { yieldToMainThread } from '#portal/downloads/files.ts'
import { dateAndTime, shortCalendarDate } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { serverNow } from '#portal/session/server-clock.ts'
import { createLineRenderer, isFromRight } from './line-images.ts'
import { cellWidths, createPdfTable, type Line, sheet, type } from './pdf-table.ts'
import { linesOf, loadTextFont, paragraphsOf, printable } from './pdf-text.ts'
import type { MessageExport, MessageFilters } from './queries.ts'

/** jsPDF compresses all pages at once, which would freeze the screen with thousands of messages. */
const mostCompressed = 500

/** Milliseconds of work before yielding to the main thread. */
const workSlice = 40

/** Points, of the text in a line image: most other scripts are taller than Latin, and share its lines. */
const imageTextSize = 8

/** A table of text on US Letter. Lines with characters that the font lacks are images. */
export async function makePdf({ messages, filters, signal, onProgress }: MessageExport): Promise<Blob> {
  const doc = new jsPDF({
    orientation: 'portrait',
    unit: 'pt',
    format: 'letter',
    compress: messages.length <= mostCompressed,
    putOnlyUsedFonts: true,
  })
  doc.setProperties({ title: screens.contactMessages.title })
  doc.setLanguage('en-US')
  const font = await loadTextFont(doc, signal)
  const lineRenderer = createLineRenderer({ letters: imageTextSize, line: type.line })
  /** Lines of at most this width in points. */
  const wrap = (text: string, width: number): Line[] =>
    paragraphsOf(text).flatMap((paragraph): Line[] => {
      const text = printable(paragraph, font.has)
      if (text !== undefined) return linesOf(text, width / type.size, font)
      const fromRight = isFromRight(paragraph)
      return linesOf(paragraph, width / imageTextSize, lineRenderer).map((line) => ({
        text: line,
        fromRight,
      }))
    })

  const table = createPdfTable(doc, lineRenderer)
  const about = aboutMessages(messages, filters)
  table.head(
    screens.contactMessages.title,
    about.flatMap((text) => wrap(text, sheet.width)),
  )

  let since = performance.now()
  for (const [number, message] of messages.entries()) {
    if (performance.now() - since > workSlice) {
      onProgress(number)
      await yieldToMainThread()
      signal.throwIfAborted()
      since = performance.now()
    }
    table.row(cellsOf(message).map((text, column) => wrap(text, cellWidths[column] ?? 0)))
  }
  table.foot(font)
  onProgress(messages.length)
  await yieldToMainThread()
  signal.throwIfAborted()
  return doc.output('blob')
}

function cellsOf({ name, email, message, receivedAt }: ContactMessage): string[] {
  return [name, email, message, dateAndTime(receivedAt)]
}

/** The organization, the filters, and when the file was made. */
function aboutMessages(messages: readonly ContactMessage[], filters: MessageFilters): string[] {
  const { search, from, to } = filters
  const narrowing = [
    search && `Name or email contains “${search}”`,
    from && `from ${shortCalendarDate(from)}`,
    to && `to ${shortCalendarDate(to)}`,
  ].filter(Boolean)
  const which = narrowing.length > 0 ? narrowing.join(', ') : 'All messages'
  return [
    organizationName(),
    `${which}: ${plural(messages.length, 'message', 'messages')}`,
    `Created on ${dateAndTime(serverNow().toISOString())}`,
  ]
}
