import { screens } from '#contract/paths.ts'
import { clientScreenWording } from '#portal/clients/wording.ts'
import { plural } from '#portal/screen/plural.ts'

/** What the report says, on the screen, on paper and in the PDF. */
export const reportWording = {
  title: screens.clientNotesReport.title,
  toNotes: 'Back to the notes',
  client: 'Client:',
  born: 'Date of Birth:',
  clientId: 'Client ID:',
  dates: 'Dates:',
  allDates: 'All',
  since: (day: string) => `From ${day}`,
  until: (day: string) => `Until ${day}`,
  made: 'Created:',
  notes: 'Notes:',
  counted: (days: string, count: number) => `${days}: ${plural(count, 'note', 'notes')}`,
  columns: { date: 'Date', author: 'Author', note: 'Note' },
  none: 'No notes for this client.',
  noneInRange: 'No notes on these dates.',
  continued: 'continued',
  edited: (date: string) => `Edited ${date}`,
  confidential: clientScreenWording.confidential,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  range: 'Dates of the notes',
  clearRange: 'All dates',
  loading: 'Loading the notes…',
  download: 'Download PDF',
  print: 'Print Report',
  fileName: (clientId: string) => `client-${clientId}-notes.pdf`,
  preparing: 'Preparing the pages…',
  progress: (done: number, pages: number) => `${done} of ${pages} pages are ready`,
  cancel: 'Cancel',
  downloaded: (pages: number) => `The PDF with ${plural(pages, 'page', 'pages')} is in your downloads.`,
  notRead: {
    pdf: 'The PDF was not created because the notes could not be read again.',
    print: 'The report was not printed because the notes could not be read again.',
  },
  notRecorded: {
    pdf: 'The PDF was not created because the export could not be recorded.',
    print: 'The report was not printed because the printing could not be recorded.',
  },
  notMade: 'The PDF could not be created.',
  notLoadedDetail: 'Check your connection and try again. If that does not help, reload the page.',
  notMadeDetail: 'Your browser may be low on memory. Choose fewer dates, or print the report instead.',
} as const
