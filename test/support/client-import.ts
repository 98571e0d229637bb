import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { importFromFile, importTable } from '#commands/ops/import.ts'
import type { DuplicateChoice } from '#contract/clients/import-fields.ts'
import { mapColumns } from '#server/clients/import/columns.ts'
import type { OnProgress } from '#server/clients/import/read-rows.ts'
import { readTable } from '#server/clients/import/read-table.ts'
import { describeFindings, RowsRefused } from '#server/clients/import/report.ts'
import { runOperation } from './run-operation.ts'
import { createTestDatabase, testTrail } from './test-database.ts'

export const header = 'First name,Last name,DOB,Phone,E-mail,Address,Status,Service'
/** The cells of a row from the phone on. */
export const rest = '612-555-0142,h@example.org,"1420 Cedar Ave, Minneapolis",Active,Housing Transition'
export const ana = `Ana,Cruz,3/5/1984,${rest}`
export const bao = `Bao,Yang,1990-04-12,${rest}`

interface Choices {
  duplicates?: DuplicateChoice
  dryRun?: boolean
  onProgress?: OnProgress
}

/** A database without clients, and two ways to import some. */
export async function prepareImport(now = new Date('2026-06-15T15:00:00Z')) {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'stable-housing-import-'))
  const settings = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(folder, 'data'),
    SESSION_SECRET: 'rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua',
  }
  const run = (...parameters: string[]) => runOperation(importFromFile, settings, ...parameters)
  const clients = () =>
    database.db
      .selectFrom('clients')
      .select(['id', 'first_name', 'last_name', 'phone', 'date_of_birth', 'address', 'status', 'service'])
      .orderBy('last_name')
      .orderBy('id')
      .execute()

  return {
    db: database.db,
    ownerDb: database.ownerDb,
    settings,
    folder,
    /** The command. */
    run,
    clients,
    count: async () => (await clients()).length,
    /** Imports rows without a file or the command. Returns the messages, or throws them. */
    async importText(rows: string[], { duplicates = 'stop', dryRun = false, onProgress }: Choices = {}) {
      const table = readTable([header, ...rows].join('\n'))
      const { map } = mapColumns(table.header)
      const options = { trail: testTrail, duplicates, dryRun, now, ...(onProgress && { onProgress }) }
      try {
        const { findings, summary } = await importTable(
          database.db,
          { table, map, today: '2026-06-15' },
          options,
        )
        return [...describeFindings(findings, { maxRows: 200 }), summary]
      } catch (error) {
        if (!(error instanceof RowsRefused)) throw error
        throw new Error([...describeFindings(error.findings, { maxRows: 200 }), error.message].join('\n'))
      }
    },
    /** Imports a file with the command. */
    async importFile(content: string | Buffer, ...options: string[]) {
      const file = join(folder, 'clients.csv')
      writeFileSync(file, content)
      return await run(file, ...options)
    },
    async clear() {
      await sql`TRUNCATE clients CASCADE`.execute(database.ownerDb)
    },
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await database.close()
    },
  }
}
