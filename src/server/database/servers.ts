import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import { isTransientError } from './transient-errors.ts'

/** The oldest PostgreSQL that is still supported in 2027 and has what our SQL uses (`UNIQUE NULLS NOT DISTINCT`, ICU per database). */
export const minMajorVersion = 15

/** One server of a DATABASE_URL. */
export interface DatabaseServer {
  connectionString: string
  /** `host:port` or the socket's folder. Never the password. */
  name: string
  user: string | undefined
  database: string | undefined
  /** Whether others on the network can read what is sent: another machine, without TLS. */
  unencrypted: boolean
}

/** Without an @ after the host: it would belong to a password with an unencoded / or ?, whose first digits look like a port. */
const urlShape = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#@]*)?(\?(?![^=&]*@)[^#]*)?$/

/** How an address can hold any password. */
export const encodedPassword =
  'In the password write %25 for %, %2F for /, %3F for ?, %23 for # and %40 for @'

/**
 * The servers of a DATABASE_URL, in its order. Another machine is reached by TLS with a verified certificate unless the
 * address says sslmode=disable (docs/operations.md 19). An OperatorError says what is wrong with the address, after its name.
 */
export function parseDatabaseUrl(url: string): DatabaseServer[] {
  const [match, scheme = '', login, hosts = '', path = '', query = ''] = urlShape.exec(url) ?? []
  refuseUnreadableFiles(query)
  try {
    if (match === undefined) throw new Error('not an address')
    return hosts
      .split(',')
      .map((host) => describe(`${scheme}${login ? `${login}@` : ''}${host}${path}${query}`))
  } catch {
    throw new OperatorError(
      `must be like postgres://user:password@db.example.org:5432/stable_housing. ${encodedPassword}.`,
    )
  }
}

/** The files of certificates and keys that `pg` reads. */
function refuseUnreadableFiles(query: string): void {
  const parameters = new URLSearchParams(query)
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    try {
      if (file) readFileSync(file)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const reason = code === 'ENOENT' ? 'does not exist' : `can't be read (${code})`
      throw new OperatorError(`names a file with ${name} that ${reason}: ${resolve(file ?? '')}`)
    }
  }
}

function describe(connectionString: string): DatabaseServer {
  const { host, port, user, database } = new pg.Client({ connectionString })
  if (!(port > 0 && port < 65_536)) throw new Error('not a port')
  const unencrypted = !isThisMachine(host) && /[?&]sslmode=disable(&|$)/.test(connectionString)
  return {
    connectionString: isThisMachine(host) || unencrypted ? connectionString : withTls(connectionString),
    name: host.startsWith('/') ? host : `${host}:${port}`,
    user,
    database,
    unencrypted,
  }
}

/** Whether nothing that is sent to this host leaves the machine. */
export function isThisMachine(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'loopback'
  return host.startsWith('/') || /^(.+\.)?localhost$/i.test(host)
}

function withTls(connectionString: string): string {
  const [address = '', query = ''] = connectionString.split('?')
  const parameters = new URLSearchParams(query)
  for (const name of ['ssl', 'uselibpqcompat']) parameters.delete(name)
  parameters.set('sslmode', 'verify-full')
  return `${address}?${parameters}`
}

/** Milliseconds until a connection attempt fails. */
export const connectTimeout = 5_000

/**
 * The same at start, when the machine may be busy building the website. A server that is down refuses at once anyway.
 */
export const startTimeout = 20_000

/** Tracks which of several servers accepts writes. */
export interface Primary {
  servers: DatabaseServer[]
  current(): DatabaseServer
  /** Queries all servers at once; the first that is not in recovery becomes the current one. */
  refresh(): Promise<void>
}

export function createPrimary(servers: DatabaseServer[]): Primary {
  let [current] = servers
  let refreshing: Promise<void> | null = null
  const refresh = async () => {
    if (servers.length === 1) return
    current = await Promise.any(servers.map(connectIfPrimary)).catch(() => current)
    refreshing = null
  }
  return {
    servers,
    current() {
      if (!current) throw new Error('no database server was named')
      return current
    },
    refresh() {
      refreshing ??= refresh()
      return refreshing
    },
  }
}

async function connectIfPrimary(server: DatabaseServer): Promise<DatabaseServer> {
  const client = new pg.Client({
    connectionString: server.connectionString,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: connectTimeout,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await rejectStandby(client)
    return server
  } finally {
    void client.end().catch(() => {})
  }
}

/** A standby would return outdated rows and refuse writes. */
export async function rejectStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
  if (rows[0]?.standby) throw Object.assign(new Error('a standby server'), { code: '25006' })
}

/**
 * Connects to the primary once and checks its version, its encoding and that it accepts writes. Errors name the variable
 * and never the password. `database` identifies the database, whatever address leads to it.
 */
export async function checkServer(
  primary: Primary,
  variable: string,
  timeout: number,
): Promise<{ role: string; database: string }> {
  await primary.refresh()
  const { name, connectionString } = primary.current()
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeout, query_timeout: timeout })
  client.on('error', () => {})
  try {
    const ask = async () => {
      await client.connect()
      return await client.query(
        `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
                pg_is_in_recovery() AS standby, current_user AS role,
                (SELECT system_identifier FROM pg_control_system()) || '/' || current_database() AS database`,
      )
    }
    const { rows } = await ask().catch((error) => {
      throw refusal(error, primary, variable)
    })
    const { version, encoding, standby, role, database } = rows[0]
    if (Number.parseInt(version, 10) < minMajorVersion) {
      throw new OperatorError(
        `The server at ${name} is PostgreSQL ${version}, which is too old. Set ${variable} to PostgreSQL ${minMajorVersion} or newer.`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new OperatorError(
        `The database at ${name} has the encoding ${encoding}. Create it again with ENCODING 'UTF8' and set ${variable} to it.`,
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

/** A database that may only be slower to start than this program. */
export class DatabaseAway extends OperatorError {}

function refusal(error: unknown, primary: Primary, variable: string): OperatorError {
  const { name, user, database } = primary.current()
  const names = primary.servers.map((server) => server.name).join(', ')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error))
  if (code === '28P01' || code === '28000') {
    return new OperatorError(
      `The database server at ${name} rejected the user ${user} or the password. Correct ${variable}.`,
    )
  }
  if (code === '3D000') {
    return new OperatorError(
      `The server at ${name} has no database ${database}. Create it, or correct ${variable}.`,
    )
  }
  if (/SSL|certificate/.test(reason)) {
    return new OperatorError(
      `The database at ${names} offers no encrypted connection with a certificate for its name that this machine trusts (${reason}). Add the certificate authority to ${variable} with sslrootcert=FILE. Use sslmode=disable only if no one else can read traffic on that network.`,
    )
  }
  if (isTransientError(error)) {
    return new DatabaseAway(
      `No database is responding at ${names} (${reason}). Start it, or correct ${variable}.`,
    )
  }
  return new OperatorError(`The database at ${names} can't be used: ${reason}. Correct ${variable}.`)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ETIMEDOUT: 'no answer',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name can not be looked up',
  ENOENT: 'no such socket',
  '53300': 'it has no connection left',
}
