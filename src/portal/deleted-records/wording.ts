import { screens } from '#contract/paths.ts'
import { plural } from '#portal/screen/plural.ts'

/** What the screen of the deleted records says. */
export const deletedWording = {
  title: screens.deletedRecords.title,
  intro:
    'Deleted records are kept here until the server’s operator permanently removes them. A restored record reappears everywhere right away.',
  kind: 'Kind',
  allKinds: 'All kinds',
  columns: { name: 'Name', kind: 'Kind', deletedAt: 'Deleted', deletedBy: 'Deleted by', actions: 'Actions' },
  born: (day: string) => `Born ${day}`,
  written: (moment: string) => `Written ${moment}`,
  received: (moment: string) => `Received ${moment}`,
  unknown: 'Unknown',
  restore: 'Restore',
  clientFirst: 'Restore the client first',
  restored: (kind: string, name: string) => `Restored: ${name} (${kind.toLowerCase()}).`,
  openClient: 'Open the record',
  restoreFailed: (name: string) => `${name} could not be restored.`,
  gone: 'It has already been restored or permanently removed.',
  loading: 'Loading deleted records…',
  loadFailed: 'Unable to load the deleted records.',
  count: (total: number) => plural(total, 'deleted record', 'deleted records'),
  none: 'No deleted records',
  noneDetail: 'Deleted clients, notes, employees and messages are listed here.',
  noneOfKind: 'No deleted records of this kind',
  noneOfKindDetail: 'Choose another kind.',
  showAll: 'Show all kinds',
  noneHere: 'The records that were here have been restored.',
} as const
