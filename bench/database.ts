import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Cleanup } from '#commands/trial/cleanup.ts'
import type { Household } from '#commands/trial/household.ts'
import { findCluster } from '#server/database/embedded/cluster.ts'
import { readPostmasterFile } from '#server/database/embedded/postmaster.ts'
import { startPrivateDatabase } from '#server/database/embedded/private-database.ts'

/** The private PostgreSQL that product and bare program share. */
export interface Database {
  application: { host: string; port: number; user: string; password: string; database: string }
  superuser: pg.ClientConfig
  postmasterPid: number
  version: string
  /** Resolves when the product has written and sealed the audit rows of everything that it has answered. */
  whenSealed(): Promise<void>
}

/** Milliseconds: audit rows of views are written at most this long after the answer (src/server/audit/view-log.ts). */
const viewsWait = 550
/** Milliseconds between two looks whether they are sealed, and how many looks at the most. */
const look = 25
const mostLooks = 800

/** Takes part in the use of the running database, which so lives as long as this process needs it. */
export async function joinDatabase({ dataDir }: Household, cleanup: Cleanup): Promise<Database> {
  const joined = await startPrivateDatabase({
    dataDir,
    binDir: process.env.PG_BIN_DIR || undefined,
    mode: 'attach',
    progress: () => {},
  })
  cleanup.add(() => joined.stop())
  const reader = new pg.Client(joined.connection)
  // When the database goes first, nobody asks any more.
  reader.on('error', () => {})
  await reader.connect()
  cleanup.add(() => reader.end())
  return {
    application: joined.connection as Database['application'],
    superuser: joined.superuserConnection,
    postmasterPid: readPostmasterFile(findCluster(dataDir, () => {}))?.pid ?? 0,
    version: (await reader.query('SHOW server_version')).rows[0].server_version,
    whenSealed: () => whenSealed(reader),
  }
}

async function whenSealed(reader: pg.Client): Promise<void> {
  await pause(viewsWait)
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const { rows } = await reader.query({
      name: 'sealed',
      text: `SELECT (SELECT max(id) FROM audit_events)
        IS NOT DISTINCT FROM (SELECT event_id FROM audit_links ORDER BY seq DESC LIMIT 1) AS yes`,
    })
    if (rows[0].yes) return
    await pause(look)
  }
}
