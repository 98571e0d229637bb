import { type ClientStatus, clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import type { Connection } from '#server/database/connection.ts'
import {
  countAllClients,
  countArrivals,
  countMatching,
  countSilent,
  type StatusCounts,
} from './count-store.ts'
import type { ClientFilter } from './matching-store.ts'

/** What was counted of one version of the clients. */
interface Known {
  version: string
  /** Of the ranges that were asked for lately. */
  arrivals: Arrivals[]
}

interface Arrivals {
  since: Date
  counted: ReturnType<typeof countArrivals>
}

/** So many ranges are remembered; the dashboard asks for two. */
const mostRanges = 4

/**
 * How many clients there are. Each answer is exact: the version of the clients is asked for first, and what was counted
 * is taken only as long as it is the same (docs/decisions/0021). So several instances never answer from the past.
 */
export function clientCounts(db: Connection) {
  let known: Known = { version: '', arrivals: [] }

  /** What is known of the clients of this moment. */
  async function look(): Promise<Known> {
    const { version } = await countAllClients(db)
    if (known.version !== version) known = { version, arrivals: [] }
    return known
  }

  return {
    async all(): Promise<StatusCounts> {
      return (await countAllClients(db)).counts
    },

    /** Of those who were added since an instant. */
    async since(since: Date): Promise<StatusCounts> {
      const remembered = await look()
      for (const arrivals of remembered.arrivals) {
        const { counts, first } = await arrivals.counted
        if (arrivals.since <= since && (!first || since <= first)) return counts
      }
      const counted = countArrivals(db, since)
      const arrivals = { since, counted }
      remembered.arrivals = [arrivals, ...remembered.arrivals].slice(0, mostRanges)
      counted.catch(() => {
        remembered.arrivals = remembered.arrivals.filter((other) => other !== arrivals)
      })
      return (await counted).counts
    },

    /** Of one status, or all. */
    async ofStatus(status: ClientFilter['status']): Promise<number> {
      const { counts } = await countAllClients(db)
      return status ? countOf(counts, status) : totalOf(counts)
    },

    /** Of the active ones without a note since then. */
    async silent(filter: ClientFilter): Promise<number> {
      const { search, status, silentSince } = filter
      const isWhole = silentSince && !search && (!status || status === 'active')
      return await (isWhole ? countSilent(db, silentSince) : countMatching(db, filter))
    },
  }
}

export type ClientCounts = ReturnType<typeof clientCounts>

/** As the dashboard shows them (decision 35). */
export function shownCounts(counts: StatusCounts) {
  const [active, inactive, pending, discharged] = clientStatuses.map((status) => countOf(counts, status)) as [
    number,
    number,
    number,
    number,
  ]
  const unknown = countOf(counts, unknownStatus)
  return {
    total: totalOf(counts),
    counts: { active, inactive, pending, discharged, [unknownStatus]: unknown },
  }
}

function countOf(counts: StatusCounts, status: ClientStatus | typeof unknownStatus): number {
  return counts.get(status === unknownStatus ? null : status) ?? 0
}

function totalOf(counts: StatusCounts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
