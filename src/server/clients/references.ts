import type { MovedKind } from '#contract/client-merges/rules.ts'
import { namesOf } from '#contract/record-field.ts'
import type { Database } from '#server/database/tables.ts'

type TableOfClients = {
  [Table in keyof Database]: 'client_id' extends keyof Database[Table] ? Table : never
}[keyof Database]

interface Reference {
  /** What people add to a client, or what is written with such a change. */
  holds: 'added' | 'history'
  /** What a merge calls the rows that it moves by their `id`. Of the others, those of versions go with their records. */
  moves?: MovedKind
}

/** Every table that refers to a client, by `client_id`: without a new one here, this does not compile. A test compares it with the database. */
export const clientReferences = {
  authorizations: { holds: 'added', moves: 'authorizations' },
  client_assignments: { holds: 'history', moves: 'assignments' },
  client_merges: { holds: 'added', moves: 'merges' },
  client_record_versions: { holds: 'history' },
  client_status_changes: { holds: 'history', moves: 'statusChanges' },
  disclosures: { holds: 'added', moves: 'disclosures' },
  // Nothing is merged while there are any.
  drafts: { holds: 'added' },
  files: { holds: 'added', moves: 'files' },
  follow_ups: { holds: 'added', moves: 'followUps' },
  goals: { holds: 'added', moves: 'goals' },
  homes: { holds: 'added', moves: 'homes' },
  // Computed from the notes.
  last_notes: { holds: 'history' },
  notes: { holds: 'added', moves: 'notes' },
  papers: { holds: 'added', moves: 'papers' },
  people: { holds: 'added', moves: 'people' },
} as const satisfies Record<TableOfClients, Reference>

export type ClientReference = keyof typeof clientReferences

const tables = namesOf(clientReferences)

/** The tables with what people add to a client. */
export const addedTables = tables.filter((table) => clientReferences[table].holds === 'added')

/** The tables whose rows a merge moves, and what it calls them. */
export const movedTables = tables.flatMap((table) => {
  const reference: Reference = clientReferences[table]
  return reference.moves ? [{ table, kind: reference.moves }] : []
})
