import pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import type { DatabaseServer } from './database-url.ts'
import { isTransientError } from './transient-errors.ts'

/** The oldest PostgreSQL that is still supported in 2027. */
export const minMajorVersion = 15

/**
 * Connects once and checks the server's version, its encoding and that it accepts writes. Errors name the variable and never
 * the password. `database` identifies the database, whatever address leads to it.
 */
export async function checkServer(
  server: DatabaseServer,
  variable: string,
  timeout: number,
): Promise<{ role: string; database: string }> {
  const { name, connectionString } = server
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
      throw connectionError(error, server, variable)
    })
    const { version, encoding, standby, role, database } = rows[0]
    if (Number.parseInt(version, 10) < minMajorVersion) {
      throw new OperatorError(
        `The server at ${name} runs PostgreSQL ${version}, which is too old. Set ${variable} to a server with PostgreSQL ${minMajorVersion} or newer.`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new OperatorError(
        `The database at ${name} has the encoding ${encoding}. Create it again with ENCODING 'UTF8' and set ${variable} to it.`,
      )
    }
    if (standby) {
      throw new DatabaseAway(
        `The server at ${name} is a standby, which accepts no changes. Promote it, or set ${variable} to the primary.`,
      )
    }
    return { role, database }
  } finally {
    await client.end().catch(() => {})
  }
}

/** A database that may only be slower to start than this program. */
export class DatabaseAway extends OperatorError {}

function connectionError(
  error: unknown,
  { name, user, database }: DatabaseServer,
  variable: string,
): OperatorError {
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
      `The database at ${name} offers no encrypted connection with a certificate for its name that this machine trusts (${reason}). Add the certificate authority to ${variable} with sslrootcert=FILE. Use sslmode=disable only if no one else can read traffic on that network.`,
    )
  }
  if (isTransientError(error)) {
    return new DatabaseAway(
      `No database is responding at ${name} (${reason}). Start it, or correct ${variable}.`,
    )
  }
  return new OperatorError(`The database at ${name} can't be used: ${reason}. Correct ${variable}.`)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ETIMEDOUT: 'no answer',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be looked up',
  ENOENT: 'no such socket',
  '53300': 'it has no connection left',
}
