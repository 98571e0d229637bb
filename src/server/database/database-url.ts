import pg from 'pg'

/** One server out of a DATABASE_URL: what `pg` connects with, and how to call it in a sentence. */
export interface DatabaseServer {
  connectionString: string
  /** `host:port` or the socket's folder. Never the password. */
  name: string
  user: string | undefined
  database: string | undefined
}

const shape = /^(postgres(?:ql)?:\/\/)(?:([^/]*)@)?([^/?#@]*)(\/[^#]*|\?[^#]*)?$/

/** The servers named by a DATABASE_URL, in its order; null when it is not such an address. */
export function parseDatabaseUrl(url: string): DatabaseServer[] | null {
  const match = shape.exec(url)
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
