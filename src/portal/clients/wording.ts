import type { Client } from '#contract/clients/schema.ts'
import { type ClientStatus, statusLabels } from '#contract/clients/statuses.ts'
import { screens } from '#contract/paths.ts'
import { shortCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { type Counted, plural, pluralOf } from '#portal/screen/plural.ts'

/** docs/product.md 64: two clients may share a name. */
export type NamedClient = Pick<Client, 'firstName' | 'lastName' | 'dateOfBirth'>

/** What the client screens say. */
export const clientScreenWording = {
  list: {
    title: screens.clients.title,
    search: 'Search by name',
    status: 'Status',
    all: 'All',
    add: 'Add Client',
    columns: {
      name: 'Name',
      status: 'Status',
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
  },
  form: {
    addTitle: screens.addClient.title,
    editTitle: screens.editClient.title,
    groups: { person: 'About the client', contact: 'Contact information', support: 'Status and service' },
    lacksStatus: 'This record was imported without a status. Choose one.',
    add: 'Add Client',
    addedLabel: 'Added',
    toRecord: 'Open the record',
    toFirstNote: 'Review and add the first note',
    firstNote: 'The message becomes the text of the first note',
    firstNoteDetail: 'You can edit it before you add it, once the client is saved.',
    added: 'Client added successfully!',
    addFailed: 'Failed to add client.',
    update: 'Update Client',
    updated: 'Client updated successfully!',
    updateFailed: 'Failed to update client.',
    removed: 'This client has been deleted. You can still copy what you typed.',
  },
  csv: {
    button: 'Download CSV',
    preparing: 'Preparing the download…',
    cancel: 'Cancel',
    failed: 'The clients could not be downloaded.',
    done: 'The CSV file is in your downloads.',
  },
  remove: {
    button: 'Delete client',
    title: 'Delete client',
    question: 'Are you sure you want to delete this client?',
    consequence:
      'The client and their notes will disappear from every list. You can restore them under “Deleted records”.',
    confirm: 'Delete',
    failed: 'Failed to delete client.',
    done: (name: string) => `${name} has been deleted.`,
    toDeleted: 'Deleted records',
  },
  similar: {
    title: (count: number) =>
      count === 1 ? 'This client may already be on record' : 'These clients may be the same person',
    detail: 'Check before you add a new record. What you typed stays here.',
    born: (day: string) => `born ${day}`,
  },
  details: {
    tabTitle: screens.clientDetails.title,
    back: 'Back to dashboard',
    created: 'Created',
    services: 'Services',
    notAvailable: 'N/A',
    notes: 'Notes',
    edit: 'Edit',
    changeStatus: 'Change status',
    statusIs: (client: NamedClient, status: ClientStatus) =>
      `${fullName(client)}, born ${shortCalendarDate(client.dateOfBirth)}, is now ${statusLabels[status].toLowerCase()}.`,
    toTrail: 'Audit trail',
    statusHistory: 'Status history',
    unfoldHistory: (earlier: number) => `Show ${plural(earlier, 'earlier change', 'earlier changes')}`,
    foldHistory: 'Show only the latest',
    statusHistoryFailed: 'Unable to load the status history.',
    loadFailed: 'Unable to load this client.',
    notFound: 'This client could not be found.',
    notFoundDetail: 'The link may be wrong, or the client may have been deleted.',
    toClients: 'Back to clients',
  },
  confidential: 'Confidential client record. For authorized staff only.',
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
