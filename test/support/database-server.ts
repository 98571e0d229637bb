import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type PrivateDatabase, startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { appRole, ownerRole } from '#server/database/embedded/roles.ts'
import { grantRights, migrate } from '#server/database/migrate.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')

/** Copied for each test file; migrated once. */
export const templateDatabase = 'test_template'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: Omit<PrivateDatabase, 'stop'>
  }
}

/** One private PostgreSQL for the whole run, in a folder of its own that is gone afterwards. */
export default async function setUp(project: TestProject) {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'stable-housing-test-'))
  const removeFolder = () => fs.rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
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
  return tearDown
}

async function makeTemplate({ ownerConnection, superuserConnection }: Omit<PrivateDatabase, 'stop'>) {
  await inSession(superuserConnection, async (client) => {
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
