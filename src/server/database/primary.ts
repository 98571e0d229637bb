import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { replaceFile } from '#server/atomic-files.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import { connectTimeout, type DatabaseServer } from './servers.ts'

/** Milliseconds between two looks at the servers, in case that another one was promoted while this one still answers. */
const checkInterval = 5_000
/** Milliseconds that the other servers have once one that accepts writes has answered. */
const patience = 1_000

/** Tracks which of several servers accepts writes. */
export interface Primary {
  servers: DatabaseServer[]
  current(): DatabaseServer
  /** Asks all servers at once. Of those that accept writes the one with the highest timeline becomes the current one. */
  refresh(): Promise<void>
  /** Throws if the client's server is not the primary. */
  check(client: pg.ClientBase): Promise<void>
  /** Calls `listener` when another server has become the current one. */
  onChange(listener: (server: DatabaseServer) => void): void
  /** Looks again every few seconds, until the returned function is called. */
  watch(): () => void
}

/** The timelines are remembered in `dataDir`, if that is given: a restart must not go back to a server that was left behind. */
export function createPrimary(servers: DatabaseServer[], dataDir?: string): Primary {
  const listeners: ((server: DatabaseServer) => void)[] = []
  const timelines = rememberedTimelines(dataDir)
  let [current] = servers
  let refreshing: Promise<void> | null = null
  const isAlone = servers.length === 1

  async function check(client: pg.ClientBase): Promise<number> {
    const { rows } = await client.query<{ standby: boolean; timeline: number; cluster: string }>(
      `SELECT pg_is_in_recovery() AS standby, (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
              CASE WHEN pg_is_in_recovery() THEN 0
              ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`,
    )
    const [{ standby, timeline, cluster }] = rows as [(typeof rows)[0]]
    // It would return outdated rows and refuse writes.
    if (standby) throw notPrimary('is a standby')
    // It would accept writes that no other server ever gets.
    if (timeline < timelines.highest(cluster)) throw notPrimary('was left behind by a fail-over')
    timelines.raise(cluster, timeline)
    return timeline
  }

  async function ask(server: DatabaseServer) {
    const client = new pg.Client({
      connectionString: server.connectionString,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: connectTimeout,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return { server, timeline: await check(client) }
    } finally {
      void client.end().catch(() => {})
    }
  }

  async function refresh(): Promise<void> {
    const found: Awaited<ReturnType<typeof ask>>[] = []
    const answers = servers.map(async (server) => found.push(await ask(server)))
    const first = Promise.any(answers).then(
      () => pause(patience, undefined, { ref: false }),
      () => {},
    )
    await Promise.race([Promise.allSettled(answers), first])
    // Two names of one server have the same timeline: it stays at the name that it has.
    const [best] = found.toSorted(
      (a, b) => b.timeline - a.timeline || Number(b.server === current) - Number(a.server === current),
    )
    if (!best || best.server === current) return
    current = best.server
    for (const listener of listeners) listener(current)
  }

  const refreshOnce = () => {
    refreshing ??= refresh().finally(() => {
      refreshing = null
    })
    return refreshing
  }
  return {
    servers,
    current() {
      if (!current) throw new Error('no database server was named')
      return current
    },
    refresh: async () => {
      if (!isAlone) await refreshOnce()
    },
    check: async (client) => {
      if (!isAlone) await check(client)
    },
    onChange: (listener) => void listeners.push(listener),
    watch() {
      const timer = isAlone ? undefined : setInterval(refreshOnce, checkInterval).unref()
      return () => clearInterval(timer)
    },
  }
}

/** With the code of PostgreSQL for a server that takes no changes. */
const notPrimary = (reason: string) => Object.assign(new Error(reason), { code: '25006' })

/** The highest timeline that was seen of each cluster. Each promotion begins a higher one. */
function rememberedTimelines(dataDir?: string) {
  const seen = new Map<string, number>()
  const fileOf = (cluster: string) =>
    dataDir && path.join(prepareDataFolder(dataDir), `database-timeline-${cluster}`)

  function highest(cluster: string): number {
    const file = fileOf(cluster)
    const stored =
      file && !seen.has(cluster) && fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0
    return seen.get(cluster) ?? stored
  }

  return {
    highest,
    raise(cluster: string, timeline: number): void {
      if (timeline <= highest(cluster)) return
      seen.set(cluster, timeline)
      try {
        const file = fileOf(cluster)
        if (file) replaceFile(file, `${timeline}\n`)
      } catch {
        // A full disk is no reason to turn the database away; this process remembers it.
      }
    },
  }
}
