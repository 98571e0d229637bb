import type { Database } from '#server/database/tables.ts'

/**
 * Every table that refers to a client: `added` holds what people add to one, `history` what is written with such a change. A test
 * compares it with the database.
 */
export const clientReferences = {
  authorizations: 'added',
  client_assignments: 'history',
  client_record_versions: 'history',
  client_status_changes: 'history',
  disclosures: 'added',
  drafts: 'added',
  files: 'added',
  follow_ups: 'added',
  goals: 'added',
  homes: 'added',
  last_notes: 'history',
  notes: 'added',
  papers: 'added',
  people: 'added',
} as const satisfies { [Table in keyof Database]?: 'added' | 'history' }

type ClientReference = keyof typeof clientReferences

/** The tables with what people add to a client. */
export const addedTables = Object.entries(clientReferences).flatMap(([table, holds]) =>
  holds === 'added' ? [table as ClientReference] : [],
)
