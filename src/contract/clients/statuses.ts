/** Any status may be set to any other. */
export const clientStatuses = ['active', 'inactive', 'pending', 'discharged'] as const

export type ClientStatus = (typeof clientStatuses)[number]

/** Stands for a missing status in counts and filters. */
export const unknownStatus = 'Unknown'

/** Clients are counted by status: all of them, or those added in the last 30 or 7 days. */
export const dashboardRanges = ['all', 'last30', 'last7'] as const

export const statusLabels = {
  active: 'Active',
  inactive: 'Inactive',
  pending: 'Pending',
  discharged: 'Discharged',
} as const satisfies Record<ClientStatus, string>
