import type { AuditedKind } from '#contract/audit/actions.ts'
import { plural } from '#portal/screen/plural.ts'
import { screens } from '#portal/screen/screens.ts'

/** What the screen of the audit trail says. */
export const auditWording = {
  title: screens.auditTrail.title,
  intro: 'Who did what to which record. It holds ids and the names of fields, never what a record says.',
  search: 'Name or email of who did it',
  record: 'ID of the record',
  wholeId: 'Enter the full ID.',
  columns: { at: 'When', actor: 'Who', deed: 'What happened', record: 'Record' },
  nobody: 'Nobody signed in',
  noRecord: 'None',
  employee: (id: string) => `Employee ${id}`,
  recordOf: {
    client: 'Client',
    note: 'Note',
    employee: 'Employee',
    'contact message': 'Message',
    'outgoing mail': 'Mail',
  } satisfies Partial<Record<AuditedKind, string>> as Readonly<Record<string, string>>,
  deck: (key: string) => `Deck ${key}`,
  openClient: 'Open the client',
  shown: (count: number, more: boolean) =>
    more ? `The newest ${plural(count, 'row', 'rows')}` : plural(count, 'row', 'rows'),
  older: 'Show older rows',
  olderFailed: 'Unable to load older rows.',
  loading: 'Loading the audit trail…',
  loadFailed: 'Unable to load the audit trail.',
  none: 'Nothing happened',
  noneDetail: 'Try a shorter part of the name, another ID or other days, or clear the filters.',
} as const
