import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type PrivateDatabase, startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { appRole, ownerRole } from '#server/database/embedded/roles.ts'
import { grantRights, migrate } from '#server/database/migrate.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')

/** Migrated once and copied for each test file. */
export const templateDatabase = 'test_template'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: Omit<PrivateDatabase, 'stop'>
    /** A data folder for tests to copy, made by the first test that needs it. */
    usedFolder: string
  }
}

/** Starts one private PostgreSQL for the whole run, in a temporary folder. */
export default async function setUp(project: TestProject) {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'stable-housing-test-'))
  const parent = await fs.mkdtemp(path.join(await fs.realpath(os.tmpdir()), 'stable-housing-test-'))
  // PostgreSQL may run under another account.
  await fs.chmod(parent, 0o755)
  const removeFolder = async () => {
    for (const folder of [dataDir, parent])
      await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const onLost = ({ sentence }: { sentence: string }) => console.error(sentence)
  const options = { dataDir, mode: 'server', progress: () => {}, onLost } as const
  const { stop, ...connections } = await startPrivateDatabase(options).catch(async (error) => {
    await removeFolder()
    throw error
  })
  const tearDown = async () => {
    await stop()
    await removeFolder()
  }
  try {
    await makeTemplate(connections)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('databaseServer', connections)
  project.provide('usedFolder', path.join(parent, 'data'))
  return tearDown
}

async function makeTemplate({ ownerConnection, superuserConnection }: Omit<PrivateDatabase, 'stop'>) {
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
