import type { Client } from '#contract/clients/schema.ts'
import { type ClientStatus, statusLabels } from '#contract/clients/statuses.ts'
import { screens } from '#contract/paths.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { plural } from '#portal/screen/plural.ts'

/** docs/product.md 64: two clients may share a name. */
export type NamedClient = Pick<Client, 'firstName' | 'lastName' | 'dateOfBirth'> &
  Partial<Pick<Client, 'preferredName' | 'alert' | 'safeAtHome'>>

/** What the screens about one client say. */
export const clientScreenWording = {
  form: {
    addTitle: screens.addClient.title,
    editTitle: screens.editClient.title,
    groups: {
      person: 'About the client',
      contact: 'Contact information',
      support: 'Status and service',
      more: 'More about this person',
    },
    nobody: 'Nobody',
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
