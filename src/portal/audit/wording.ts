import { plural } from '#portal/screen/plural.ts'
import { visitMinutes } from './visits.ts'

/** What the screen of the audit trail says. */
export const auditWording = {
  whoHasSeen: 'Who has seen this record',
  ofClient:
    'Everyone who read, changed, printed or downloaded this client’s record or notes. Lists that showed the client among others, and exports of all clients, are not included.',
  count: (rows: number, more: boolean) =>
    `${more ? 'The newest ' : ''}${plural(rows, 'row', 'rows')}. Views by one person within ${visitMinutes} minutes are shown as one.`,
  loading: 'Loading the audit trail…',
  loadFailed: 'Unable to load the audit trail.',
} as const
