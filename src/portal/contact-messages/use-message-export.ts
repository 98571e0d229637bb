import { saveFile } from '#portal/downloads/files.ts'
import { useExport } from '#portal/downloads/use-export.ts'
import { type ExportOrder, type MessageFilters, readAllMessages, recordMessageExport } from './queries.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.exports

/** What makes the files is loaded by the click. */
const makers = {
  csv: async (order: ExportOrder) => (await import('./make-csv.ts')).makeCsv(order),
  pdf: async (order: ExportOrder) => (await import('./make-pdf.ts')).makePdf(order),
}

export const exportKinds = Object.keys(makers) as (keyof typeof makers)[]

/** All messages that match, not only those of the page. Each export is recorded first, or does not happen. */
export function useMessageExport(filters: MessageFilters) {
  return useExport<keyof typeof makers>(async (kind, { signal, show, ifItFails }) => {
    show('starting')
    ifItFails(wording.notRead)
    const messages = await readAllMessages(filters, signal)
    ifItFails(wording.notRecorded)
    await recordMessageExport(kind, messages.length)
    ifItFails(wording.notMade, wording.notMadeDetail)
    const onProgress = (done: number) => show({ done, total: messages.length })
    const file = await makers[kind]({ messages, filters, signal, onProgress })
    signal.throwIfAborted()
    saveFile(file, `contact_messages.${kind}`)
    return wording.done[kind]
  })
}
