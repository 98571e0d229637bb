import { screens } from '#contract/paths.ts'
import { plural } from '#portal/screen/plural.ts'

/** What the screen of the audit trail says. */
export const auditWording = {
  title: screens.auditTrail.title,
  intro:
    'See who did what to which record. The list shows IDs and field names, never the contents of a record.',
  whoHasSeen: 'Who has seen this record',
  ofClient:
    'Everyone who read, changed, printed or downloaded this client’s record or notes. Lists that showed the client among others, and exports of all clients, are not included.',
  show: 'Show who has seen it',
  hide: 'Hide',
  search: 'Employee name or email',
  record: 'Record ID',
  wholeId: 'Enter the full ID.',
  columns: { at: 'When', actor: 'Who', action: 'What happened', record: 'Record' },
  nobody: 'Not signed in',
  operator: (account: string) => `${account} on the server`,
  noRecord: 'None',
  employee: (id: string) => `Employee ${id}`,
  deck: (key: string) => `Deck ${key}`,
  openClient: 'Open the client',
  shown: (count: number, more: boolean) =>
    more ? `The newest ${plural(count, 'row', 'rows')}` : plural(count, 'row', 'rows'),
  older: 'Show older rows',
  olderFailed: 'Unable to load older rows.',
  loading: 'Loading the audit trail…',
  loadFailed: 'Unable to load the audit trail.',
  none: 'No rows found',
  noneDetail: 'Try a shorter part of the name, another ID or other dates, or clear the filters.',
} as const
