import { screens } from '#contract/paths.ts'
import type { SummaryRange } from '#portal/clients/queries.ts'
import { type Counted, plural, pluralOf } from '#portal/screen/plural.ts'
import type { StatusRow } from './status-rows.ts'

/** What the dashboard says. */
export const dashboardWording = {
  title: screens.dashboard.title,
  range: 'Range',
  ranges: {
    all: 'All Time',
    last30: 'Last 30 Days',
    last7: 'Last 7 Days',
  } as const satisfies Record<SummaryRange, string>,
  total: 'Total Clients:',
  breakdown: 'Client Status Breakdown',
  columns: { status: 'Status', clients: 'Clients' },
  slice: ({ label, count, share }: StatusRow) => `${label}: ${count.toLocaleString('en-US')} (${share})`,
  chart: 'Pie chart of the client status breakdown, with the same numbers as the table',
  nobody: {
    all: 'No clients yet',
    last30: 'No clients were added in the last 30 days',
    last7: 'No clients were added in the last 7 days',
  } as const satisfies Record<SummaryRange, string>,
  nobodyDetail: {
    all: 'Add your first client to see the counts by status here.',
    last30: 'Choose “All Time” to see everyone on record.',
    last7: 'Choose a longer range to see more clients.',
  } as const satisfies Record<SummaryRange, string>,
  addClient: 'Add a client',
  loading: 'Counting clients…',
  loadFailed: 'Unable to load the client counts.',
  tryAgain: 'Try again',
  unread: (count: number) => `${plural(count, 'unread message', 'unread messages')} from the website`,
  noneUnread: 'No unread messages.',
  withoutNote: {
    title: 'No note this week',
    count: (counted: Counted) =>
      `${pluralOf(counted, 'active client has', 'active clients have')} no note since Monday.`,
    all: 'See all',
    none: 'Every active client has a note this week.',
    nobodyActive: 'There are no active clients.',
    loading: 'Looking for clients without a note…',
    loadFailed: 'Unable to check this week’s notes.',
  },
  refusedMail: (count: number) =>
    count === 1 ? 'The mail server rejected an email.' : `The mail server rejected ${count} emails.`,
  toUserManagement: 'See user management',
} as const
