import type { AnyScreen, Area } from '#contract/paths.ts'
import type { NamedClient } from '#portal/clients/wording.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { type Counted, plural, pluralOf } from '#portal/screen/plural.ts'

const ownAccount = 'Password, two-step sign-in, where you are signed in'

/** What the palette's dialog says. */
export const paletteWording = {
  title: 'Search',
  label: 'Search clients, screens and actions',
  hint: 'A client’s name, phone number or birth date, or the name of a screen',
  list: 'Results',
  groups: (openClient?: NamedClient) => ({
    clients: 'Clients',
    openClient: openClient && `${fullName(openClient)}, born ${shortCalendarDate(openClient.dateOfBirth)}`,
    screens: 'Screens',
    actions: 'Actions',
  }),
  born: (day: string) => `Born ${day}`,
  /** What the screens of an area are for, beyond their names: it is shown and searched. */
  uses: {
    admin: {
      clients: 'Notes, reports, download or export as CSV',
      userManagement: 'Roles, setup emails, two-step reset',
      contactMessages: 'Download or export as CSV or PDF',
      auditTrail: 'Who has read or changed a record',
      deletedRecords: 'Restore a record',
      profile: ownAccount,
    },
    manager: { clients: 'Notes', profile: ownAccount },
  } satisfies Record<Area, Partial<Record<AnyScreen, string>>> as Record<
    Area,
    Partial<Record<string, string>>
  >,
  withoutNote: 'Clients without a note this week',
  keys: '↑ ↓ to choose, Enter to open, Esc to close',
  searching: 'Searching…',
  failed: 'Clients could not be searched.',
  nothing: 'Nothing found. Try a shorter part of the name.',
  /** Screens and actions are few and shown whole. */
  found: (clients: Counted, shown: number, others: number) => {
    const isCut = clients.total > shown
    const found = `${pluralOf(clients, 'client', 'clients')}${isCut ? ` (the first ${shown} are shown)` : ''}`
    const rest = plural(others, 'screen or action', 'screens and actions')
    const counts = [...(clients.total > 0 ? [found] : []), ...(others > 0 ? [rest] : [])].join(', ')
    return isCut ? `${counts}. Type more to narrow them down.` : `${counts}.`
  },
} as const
