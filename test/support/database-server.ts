import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { appRole } from '#server/database/embedded/app-database.ts'
import { superviseCluster } from '#server/database/embedded/supervise.ts'
import { migrate } from '#server/database/migrate.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')

/** Copied for each test file; migrated once. */
export const templateDatabase = 'test_template'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { connection: pg.ClientConfig; superuserConnection: pg.ClientConfig }
  }
}

/** One private PostgreSQL for the whole run, in a folder of its own that is gone afterwards. */
export default async function setUp(project: TestProject) {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'stable-housing-test-'))
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const removeFolder = () => fs.rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const cluster = await superviseCluster({ dataDir, mode: 'server', progress: () => {}, log }).catch(
    async (error) => {
      await removeFolder()
      throw error
    },
  )
  const { connection, superuserConnection } = cluster
  const tearDown = async () => {
    await cluster.stop()
    await removeFolder()
  }
  try {
    await makeTemplate(connection, superuserConnection)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('databaseServer', { connection, superuserConnection })
  return tearDown
}

async function makeTemplate(connection: pg.ClientConfig, superuserConnection: pg.ClientConfig) {
  await inSession(superuserConnection, async (client) => {
    await client.query(`CREATE DATABASE ${templateDatabase} OWNER ${appRole}`)
  })
  await inSession({ ...connection, database: templateDatabase }, async (client) => {
    await migrate(client, migrationsFolder, () => {})
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
