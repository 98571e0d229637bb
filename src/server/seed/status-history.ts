import type { ClientStatus } from '#contract/clients/statuses.ts'
import type { Calendar } from './calendar.ts'
import type { Chance } from './chance.ts'
import { onDay } from './moments.ts'

export interface StatusStep {
  status: ClientStatus | null
  at: Date
}

/** Every so-manieth client came without a status, as imported records do (decision 36). */
const withoutStatus = { every: 50, at: 17 }

/** Days after which somebody may have got on, or gone. */
const settlingIn = 45

/** What has become of a hundred clients, and the ways that lead there; each way ends in the present status. */
const settled = { active: 64, inactive: 12, pending: 8, discharged: 16 } as const
const fresh = { active: 55, inactive: 1, pending: 44, discharged: 0 } as const
const ways: Record<ClientStatus, readonly (readonly ClientStatus[])[]> = {
  active: [
    ['active'],
    ['active'],
    ['pending', 'active'],
    ['pending', 'active'],
    ['active', 'inactive', 'active'],
  ],
  pending: [['pending'], ['pending'], ['pending'], ['inactive', 'pending']],
  inactive: [
    ['active', 'inactive'],
    ['pending', 'active', 'inactive'],
    ['pending', 'inactive'],
  ],
  discharged: [
    ['active', 'discharged'],
    ['pending', 'active', 'discharged'],
    ['active', 'inactive', 'discharged'],
  ],
}

/** The status at intake and what came after it, oldest first; the last one is the present one. */
export function statusHistory(index: number, intake: Date, chance: Chance, calendar: Calendar): StatusStep[] {
  if (index % withoutStatus.every === withoutStatus.at) return [{ status: null, at: intake }]
  const days = calendar.daysAgo(intake)
  const present = chance.weighted(days > settlingIn ? settled : fresh)
  const way = days > settlingIn ? chance.pick(ways[present]) : [present]
  let left = days
  return way.map((status, place) => {
    if (place === 0) return { status, at: intake }
    left -= 1 + chance.below(Math.floor((left - 1) / (way.length - place)))
    return { status, at: onDay(left, chance, calendar) }
  })
}
