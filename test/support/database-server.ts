import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type PrivateDatabase, startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { appRole, ownerRole } from '#server/database/embedded/roles.ts'
import { migrate } from '#server/database/migrate.ts'
import { grantRights } from '#server/database/rights.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')

/** Migrated once and copied for each test file. */
export const templateDatabase = 'test_template'

/** How to reach the PostgreSQL of a run. */
export type DatabaseServer = Omit<PrivateDatabase, 'stop'>

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
    /** A data folder for tests to copy, made by the first test that needs it. */
    usedFolder: string
  }
}

/** For Vitest: one PostgreSQL for all files of a project. */
export default async function setUp(project: TestProject) {
  const { stop, ...connections } = await startDatabaseServer()
  const parent = await fs.mkdtemp(path.join(await fs.realpath(os.tmpdir()), 'stable-housing-test-'))
  // PostgreSQL may run under another account.
  await fs.chmod(parent, 0o755)
  project.provide('databaseServer', connections)
  project.provide('usedFolder', path.join(parent, 'data'))
  return async () => {
    await stop()
    await fs.rm(parent, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts a private PostgreSQL in a temporary folder, with a migrated template to copy. */
export async function startDatabaseServer(): Promise<PrivateDatabase> {
  const dataDir = await fs.mkdtemp(path.join(await quickestFolder(), 'stable-housing-test-'))
  const removeFolder = () => fs.rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const onLost = ({ sentence }: { sentence: string }) => console.error(sentence)
  const options = { dataDir, mode: 'server', progress: () => {}, onLost } as const
  const { stop, ...connections } = await startPrivateDatabase(options).catch(async (error) => {
    await removeFolder()
    throw error
  })
  const stopAndRemove = async () => {
    await stop()
    await removeFolder()
  }
  try {
    await makeTemplate(connections)
  } catch (error) {
    await stopAndRemove()
    throw error
  }
  return { ...connections, stop: stopAndRemove }
}

/** In memory where a gigabyte is free: a database is 400 files, which most disks take ten times as long to make and remove. */
async function quickestFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await fs.statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 2 ** 30 ? memory : os.tmpdir()
}

/** Copies the template. Returns the connections of the app’s role and of the owner to the new database. */
export async function cloneTemplate(server: DatabaseServer, database: string, template = templateDatabase) {
  await inSession(server.superuserConnection, (client) =>
    client.query(`CREATE DATABASE ${database} OWNER ${ownerRole} TEMPLATE ${template} STRATEGY FILE_COPY`),
  )
  return {
    connection: { ...server.connection, database },
    ownerConnection: { ...server.ownerConnection, database },
    superuserConnection: { ...server.superuserConnection, database },
  }
}

async function makeTemplate({ ownerConnection, superuserConnection }: DatabaseServer) {
  await inSession(superuserConnection, async (client) => {
    // For speed: nothing here has to survive a crash.
    await client.query('ALTER SYSTEM SET fsync = off')
    await client.query('SELECT pg_reload_conf()')
    await client.query(`CREATE DATABASE ${templateDatabase} OWNER ${ownerRole}`)
  })
  await inSession({ ...ownerConnection, database: templateDatabase }, async (owner) => {
    await migrate(owner, migrationsFolder, () => {})
    await grantRights(owner, appRole)
  })
}

export async function inSession<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** `postgres://user:password@/database?host=/socket/folder&port=5432` */
export function urlOf({ user, password, database, host, port }: pg.ClientConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${user}:${encodeURIComponent(String(password))}@/${database}?${query}`
}
