import type { SummaryRange } from '#portal/clients/queries.ts'

export const dashboardWording = {
  title: 'Dashboard',
  range: 'Range',
  ranges: {
    all: 'All Time',
    last30: 'Last 30 Days',
    last7: 'Last 7 Days',
  } as const satisfies Record<SummaryRange, string>,
  total: (count: number) => `Total Clients: ${count.toLocaleString('en-US')}`,
  totalDetail: {
    all: 'Everyone on record.',
    last30: 'Added in the last 30 days.',
    last7: 'Added in the last 7 days.',
  } as const satisfies Record<SummaryRange, string>,
  breakdown: 'Client Status Breakdown',
  columns: { status: 'Status', clients: 'Clients' },
  count: (count: number, share: string) => `${count.toLocaleString('en-US')} (${share})`,
  toClients: 'See all clients',
  loading: 'Counting clients…',
  loadFailed: 'Unable to load the client counts.',
} as const
