import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import { isAwayError } from './away.ts'
import type { DatabaseServer } from './database-url.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { leastMajorVersion } from './least-version.ts'
import { createPrimary, firstConnectTimeout } from './primary.ts'

/** Milliseconds to wait for a server that says itself that it is just starting. */
const startingPatience = 30_000

/** The servers of an address out of the environment; `variable` names it in sentences. */
export function serversOf(url: string, variable: string): DatabaseServer[] {
  const servers = parseDatabaseUrl(url)
  if (servers) return servers
  throw new OperatorError(
    `${variable} must be like postgres://user:password@db.example.org:5432/stable_housing.`,
  )
}

export interface CheckedServer {
  role: string
  /** The same for two addresses exactly when they lead to the same database. */
  database: string
}

/**
 * Connects once to the primary among the servers and checks that it will do: new enough, UTF-8, taking writes. Every
 * other outcome is a sentence that names the variable and never the password.
 */
export async function checkServer(servers: DatabaseServer[], variable: string): Promise<CheckedServer> {
  const primary = createPrimary(servers)
  await primary.look()
  const client = await connectPatiently(primary.current(), servers, variable)
  try {
    const { rows } = await client.query<{
      version: string
      encoding: string
      standby: boolean
      role: string
      database: string
    }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
              pg_is_in_recovery() AS standby, current_user AS role,
              (SELECT system_identifier FROM pg_control_system()) || '/' || current_database() AS database`,
    )
    const [server] = rows
    if (!server) throw new Error('the server did not describe itself')
    const { name } = primary.current()
    if (Number.parseInt(server.version, 10) < leastMajorVersion) {
      throw new OperatorError(
        `The server at ${name} is PostgreSQL ${server.version}, which is too old. Set ${variable} to PostgreSQL ${leastMajorVersion} or newer.`,
      )
    }
    if (server.encoding !== 'UTF8') {
      throw new OperatorError(
        `The database at ${name} has the encoding ${server.encoding}. Create it anew with ENCODING 'UTF8' and set ${variable} to it.`,
      )
    }
    if (server.standby) {
      throw new OperatorError(
        `The server at ${name} is a standby and takes no changes. Set ${variable} to the primary, or name all hosts, separated by commas.`,
      )
    }
    return { role: server.role, database: server.database }
  } finally {
    await client.end().catch(() => {})
  }
}

async function connectPatiently(server: DatabaseServer, all: DatabaseServer[], variable: string) {
  const deadline = Date.now() + startingPatience
  for (;;) {
    const client = new pg.Client({
      connectionString: server.connectionString,
      connectionTimeoutMillis: firstConnectTimeout,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      const isStarting = error instanceof Error && 'code' in error && error.code === '57P03'
      if (!isStarting || Date.now() > deadline) throw refusal(error, server, all, variable)
      await pause(250)
    }
  }
}

function refusal(
  error: unknown,
  server: DatabaseServer,
  all: DatabaseServer[],
  variable: string,
): OperatorError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '28P01' || code === '28000') {
    return new OperatorError(
      `The database server at ${server.name} refuses the user ${server.user} or its password. Correct ${variable}.`,
    )
  }
  if (code === '3D000') {
    return new OperatorError(
      `The server at ${server.name} has no database ${server.database}. Create it, or correct ${variable}.`,
    )
  }
  const names = all.map(({ name }) => name).join(', ')
  if (isAwayError(error)) {
    return new OperatorError(
      `No database answers at ${names} (${reasons[code] ?? 'no answer'}). Start it, or correct ${variable}.`,
    )
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new OperatorError(`The database at ${names} can't be used: ${reason}. Correct ${variable}.`)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name can not be looked up',
  ENOENT: 'no such socket',
  '57P03': 'it is still starting',
  '53300': 'it has no connection left',
}
