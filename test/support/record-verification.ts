import { expect } from '@playwright/test'
import { type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import { verifyRecords } from '#server/audit/verify-records.ts'
import { storedClients } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { storedNotes, storedNoteVersions } from '#server/notes/store.ts'
import type { Backend } from './journey.ts'

/** What `verify-audit --records` finds. */
export async function verifyAllRecords(db: Connection, keys: Keyring, archivedUntil?: string) {
  return await verifyRecords({
    db,
    keys,
    archivedUntil,
    progress: () => {},
    versions: storedNoteVersions,
    sources: [
      { kind: 'client', page: storedClients },
      { kind: 'note', page: storedNotes },
    ],
  })
}

/** After journeys: every client and note is what its last row says. */
export async function expectProvenRecords({ db, instance }: Backend): Promise<void> {
  const { dataDir } = instance
  const keys = readAuditKeys({
    dataDir,
    database: { kind: 'embedded', dataDir },
    sessionSecret: undefined,
  })
  const { differences, proven } = await verifyAllRecords(db, keys)
  expect(differences).toEqual([])
  expect(proven.client).toBeGreaterThan(0)
}
