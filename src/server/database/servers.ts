import pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import { isTransientError } from './transient-errors.ts'

/** The oldest PostgreSQL that still gets fixes in 2027 and knows what our SQL uses (`UNIQUE NULLS NOT DISTINCT`, ICU per database). */
export const leastMajorVersion = 15

/** One server out of a DATABASE_URL: what `pg` connects with, and how to call it in a sentence. */
interface DatabaseServer {
  connectionString: string
  /** `host:port` or the socket's folder. Never the password. */
  name: string
  user: string | undefined
  database: string | undefined
}

const urlShape = /^(postgres(?:ql)?:\/\/)(?:([^/]*)@)?([^/?#@]*)(\/[^#]*|\?[^#]*)?$/

/** The servers named by a DATABASE_URL, in its order; null when it is not such an address. */
export function parseDatabaseUrl(url: string): DatabaseServer[] | null {
  const match = urlShape.exec(url)
  if (!match) return null
  const [, scheme = '', login, hosts = '', rest = ''] = match
  try {
    return hosts.split(',').map((host) => describe(`${scheme}${login ? `${login}@` : ''}${host}${rest}`))
  } catch {
    return null
  }
}

function describe(connectionString: string): DatabaseServer {
  const { host, port, user, database } = new pg.Client({ connectionString })
  if (!(port > 0 && port < 65_536)) throw new Error('not a port')
  return { connectionString, name: host.startsWith('/') ? host : `${host}:${port}`, user, database }
}

/** The servers of an address out of the environment; `variable` names it in sentences. */
export function serversOf(url: string, variable: string): DatabaseServer[] {
  const servers = parseDatabaseUrl(url)
  if (servers) return servers
  throw new OperatorError(
    `${variable} must be like postgres://user:password@db.example.org:5432/stable_housing.`,
  )
}

/** Milliseconds after which a server that does not answer counts as away. */
export const connectTimeout = 5_000

/**
 * The same for the connections of a start, when a busy machine builds the website at the same time. Nobody waits for an
 * answer yet, and a server that isn't there refuses at once.
 */
export const startTimeout = 20_000

/** The one of several servers that takes writes. */
export interface Primary {
  servers: DatabaseServer[]
  current(): DatabaseServer
  /** Asks all servers at once; the first that is not in recovery wins. No answer keeps the last. */
  look(): Promise<void>
}

export function createPrimary(servers: DatabaseServer[]): Primary {
  let [current] = servers
  let looking: Promise<void> | null = null
  const look = async () => {
    if (servers.length === 1) return
    current = await Promise.any(servers.map(whenPrimary)).catch(() => current)
    looking = null
  }
  return {
    servers,
    current() {
      if (!current) throw new Error('no database server was named')
      return current
    },
    look() {
      looking ??= look()
      return looking
    },
  }
}

async function whenPrimary(server: DatabaseServer): Promise<DatabaseServer> {
  const client = new pg.Client({
    connectionString: server.connectionString,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: connectTimeout,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseStandby(client)
    return server
  } finally {
    void client.end().catch(() => {})
  }
}

/** A standby would answer reads with what was true a while ago, and refuse every write. */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
  if (rows[0]?.standby) throw Object.assign(new Error('a standby server'), { code: '25006' })
}

/**
 * Looks for the primary, connects to it once and checks that it will do: new enough, UTF-8, taking writes. Every other
 * outcome is a sentence that names the variable and never the password. Two addresses have the same `database` exactly
 * when they lead to the same one.
 */
export async function checkServer(
  primary: Primary,
  variable: string,
): Promise<{ role: string; database: string }> {
  await primary.look()
  const { name, connectionString } = primary.current()
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: startTimeout })
  client.on('error', () => {})
  try {
    await client.connect().catch((error) => {
      throw refusal(error, primary, variable)
    })
    const { rows } = await client.query(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
              pg_is_in_recovery() AS standby, current_user AS role,
              (SELECT system_identifier FROM pg_control_system()) || '/' || current_database() AS database`,
    )
    const { version, encoding, standby, role, database } = rows[0]
    if (Number.parseInt(version, 10) < leastMajorVersion) {
      throw new OperatorError(
        `The server at ${name} is PostgreSQL ${version}, which is too old. Set ${variable} to PostgreSQL ${leastMajorVersion} or newer.`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new OperatorError(
        `The database at ${name} has the encoding ${encoding}. Create it anew with ENCODING 'UTF8' and set ${variable} to it.`,
      )
    }
    if (standby) {
      throw new OperatorError(
        `The server at ${name} is a standby and takes no changes. Set ${variable} to the primary, or name all hosts, separated by commas.`,
      )
    }
    return { role, database }
  } finally {
    await client.end().catch(() => {})
  }
}

function refusal(error: unknown, primary: Primary, variable: string): OperatorError {
  const { name, user, database } = primary.current()
  const names = primary.servers.map((server) => server.name).join(', ')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error))
  if (code === '28P01' || code === '28000') {
    return new OperatorError(
      `The database server at ${name} refuses the user ${user} or its password. Correct ${variable}.`,
    )
  }
  if (code === '3D000') {
    return new OperatorError(
      `The server at ${name} has no database ${database}. Create it, or correct ${variable}.`,
    )
  }
  if (isTransientError(error)) {
    return new OperatorError(`No database answers at ${names} (${reason}). Start it, or correct ${variable}.`)
  }
  return new OperatorError(`The database at ${names} can't be used: ${reason}. Correct ${variable}.`)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ETIMEDOUT: 'no answer',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name can not be looked up',
  ENOENT: 'no such socket',
}
