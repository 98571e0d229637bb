import { screens } from '#contract/paths.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { type Counted, plural, pluralOf } from '#portal/screen/plural.ts'

/** What the list of clients says. It is loaded with the portal, and without what other screens say. */
export const clientListWording = {
  title: screens.clients.title,
  search: 'Search by name',
  status: 'Status',
  worker: 'Worker',
  all: 'All',
  add: 'Add Client',
  columns: {
    name: 'Name',
    status: 'Status',
    worker: 'Worker',
    lastNote: 'Last note',
    phone: 'Phone',
    created: 'Added',
    actions: 'Actions',
  },
  added: 'Added',
  addedIn: { last30: 'Last 30 days', last7: 'Last 7 days' },
  withoutNote: 'No note this week',
  editInfo: 'Edit Info',
  notes: 'Notes',
  updated: 'Client updated successfully.',
  editNotOpened: 'The form could not be opened.',
  editNotOpenedDetail: 'Check your connection and try again. If that does not help, reload the page.',
  loading: 'Loading clients…',
  loadFailed: 'Unable to load clients.',
  count: (counted: Counted) => pluralOf(counted, 'client', 'clients'),
  matches: (counted: Counted) => `${pluralOf(counted, 'client', 'clients')} found`,
  countWithoutNote: (counted: Counted) =>
    `${pluralOf(counted, 'active client', 'active clients')} without a note this week`,
  allHaveNote: 'Every active client has a note this week',
  allHaveNoteDetail: 'The week begins on Monday.',
  noClients: 'No clients yet',
  noClientsDetail: 'Add your first client. Clients are listed here by last name.',
  addFirst: 'Add the first client',
  noMatches: 'No clients match',
  noMatchesDetail: 'Try a shorter part of the name or another status, or clear the filters.',
  emptyPage: 'This page is empty now',
  emptyPageDetail: 'The clients that were here have moved to another page or been deleted.',
  csv: {
    button: 'Download CSV',
    preparing: 'Preparing the download…',
    cancel: 'Cancel',
    failed: 'The clients could not be downloaded.',
    done: 'The CSV file is in your downloads.',
  },
} as const

const noNoteYet = 'No note yet'

/** When the last note was written. */
export function dateOfNote(lastNoteAt: string | null): string {
  return lastNoteAt === null ? noNoteYet : shortDate(lastNoteAt)
}

/**
 * 'No note for 12 days', in calendar days of the viewer, or 'No note yet'. For clients without a note this week: a note of
 * today, in another zone than the organization's, counts as a day old.
 */
export function timeSinceNote(lastNoteAt: string | null, now: Date): string {
  if (lastNoteAt === null) return noNoteYet
  const days = Math.round((startOfDay(now) - startOfDay(new Date(lastNoteAt))) / millisecondsPerDay)
  return `No note for ${plural(Math.max(1, days), 'day', 'days')}`
}

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** The caller rounds, because days can have 23 or 25 hours. */
function startOfDay(instant: Date): number {
  return new Date(instant.getFullYear(), instant.getMonth(), instant.getDate()).getTime()
}
