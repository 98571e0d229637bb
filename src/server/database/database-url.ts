import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'

/*
 * From these variables of the machine `pg` fills in what a connection leaves out, also for the private database: a
 * PGSSLMODE=require keeps that from starting. Settings are those of .env.example alone.
 */
const unwanted = ['HOST', 'PORT', 'USER', 'PASSWORD', 'DATABASE', 'SSLMODE', 'SSLNEGOTIATION', 'OPTIONS']
for (const name of [...unwanted, 'APPNAME', 'BINARY', 'CLIENT_ENCODING', 'REPLICATION', 'PASSFILE'])
  delete process.env[`PG${name}`]

/** The server of a DATABASE_URL. */
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
const urlShape = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)(?:\/[^?#@]*)?(\?(?![^=&]*@)[^#]*)?$/

/** How an address can hold any password. */
export const encodedPassword =
  'In the password write %25 for %, %2F for /, %3F for ?, %23 for # and %40 for @'

/**
 * Another machine is reached by TLS with a verified certificate unless the address says sslmode=disable
 * (docs/operations.md 19). An OperatorError says what is wrong with the address, after its name.
 */
export function parseDatabaseUrl(url: string): DatabaseServer {
  const [match, hosts, query] = urlShape.exec(url) ?? []
  assertReadableFiles(query)
  assertSingleHost(hosts, query)
  try {
    if (match === undefined) throw new Error('not an address')
    return describe(url)
  } catch {
    throw new OperatorError(
      `must be like postgres://user:password@db.example.org:5432/stable_housing. ${encodedPassword}.`,
    )
  }
}

/** The files of certificates and keys that `pg` reads. */
function assertReadableFiles(query = ''): void {
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

function assertSingleHost(hosts = '', query = ''): void {
  if (![hosts, new URLSearchParams(query).get('host')].some((host) => host?.includes(','))) return
  throw new OperatorError(
    'names several hosts, but takes one. To fail over between servers, put Patroni and HAProxy in front of them (docs/deployment.md) or use a managed database, and name that one address.',
  )
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
