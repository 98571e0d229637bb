import type { AuditedKind } from '#contract/audit/actions.ts'
import type { Database } from '#server/database/tables.ts'

/** What can be deleted, and so listed, restored and purged (decision 18). */
export const deletableKinds = [
  'client',
  'note',
  'employee',
  'contact message',
] as const satisfies AuditedKind[]
export type DeletableKind = (typeof deletableKinds)[number]

interface Reference {
  table: keyof Database
  column: string
}

interface KindOfRecord {
  table: keyof Database
  plural: string
  /** The record that this one is part of: gone from all calls with it, back with it, and purged with it. */
  within?: { kind: DeletableKind; column: string }
  /** Rows that mean nothing without the record: purged with it. */
  owned: Reference[]
  /** What others say of the record and what outlives it: emptied when it is purged. */
  released: Reference[]
  /** How many are purged in one transaction, so that nobody waits long for its locks: fewer where more hangs on each. */
  purgedAtOnce: number
}

/** The only place that knows how a kind of record hangs together with the others. */
export const records: Record<DeletableKind, KindOfRecord> = {
  client: {
    table: 'clients',
    plural: 'clients',
    owned: [{ table: 'client_status_changes', column: 'client_id' }],
    released: [],
    purgedAtOnce: 100,
  },
  note: {
    table: 'notes',
    plural: 'notes',
    within: { kind: 'client', column: 'client_id' },
    owned: [{ table: 'note_versions', column: 'note_id' }],
    released: [],
    purgedAtOnce: 1000,
  },
  employee: {
    table: 'employees',
    plural: 'employees',
    owned: [
      { table: 'sessions', column: 'employee_id' },
      { table: 'account_links', column: 'employee_id' },
      { table: 'outbox', column: 'employee_id' },
      { table: 'known_networks', column: 'employee_id' },
      { table: 'deck_completions', column: 'employee_id' },
    ],
    // Who wrote a note stays known: its author's email address is part of the note.
    released: [
      { table: 'notes', column: 'author_id' },
      { table: 'client_status_changes', column: 'changed_by' },
      { table: 'clients', column: 'deleted_by' },
      { table: 'notes', column: 'deleted_by' },
      { table: 'employees', column: 'deleted_by' },
      { table: 'contact_messages', column: 'deleted_by' },
    ],
    purgedAtOnce: 10,
  },
  'contact message': {
    table: 'contact_messages',
    plural: 'contact messages',
    owned: [{ table: 'outbox', column: 'contact_message_id' }],
    released: [],
    purgedAtOnce: 1000,
  },
}

/** The kinds whose records are parts of a record of that kind. */
export function partsOf(kind: DeletableKind): { kind: DeletableKind; column: string }[] {
  return deletableKinds.flatMap((part) => {
    const { within } = records[part]
    return within?.kind === kind ? [{ kind: part, column: within.column }] : []
  })
}
