import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Role } from '#contract/access/roles.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import type { MailKind } from '#contract/outgoing-mail/endpoints.ts'
import type { DeckKey } from '#contract/training/decks.ts'

/** The tables of `migrations/`, as Kysely sees them. Calendar dates are 'YYYY-MM-DD' strings, instants are Dates. */
export interface Database {
  employees: EmployeeTable
  sessions: SessionTable
  account_links: AccountLinkTable
  clients: ClientTable
  client_status_changes: ClientStatusChangeTable
  notes: NoteTable
  last_notes: LastNoteTable
  note_versions: NoteVersionTable
  contact_messages: ContactMessageTable
  outbox: OutboxTable
  throttling: ThrottlingTable
  failed_attempts: FailedAttemptTable
  known_sources: KnownSourceTable
  deck_completions: DeckCompletionTable
  idempotency_keys: IdempotencyKeyTable
  audit_events: AuditEventTable
  audit_seals: AuditSealTable
  audit_links: AuditLinkTable
}

/** Columns of every record: a version against lost updates, and soft deletion. */
interface RecordColumns {
  id: Generated<string>
  version: Generated<number>
  deleted_at: Date | null
  deleted_by: string | null
}

export interface EmployeeTable extends RecordColumns {
  first_name: string
  last_name: string
  dob: string | null
  email: string
  phone: Generated<string>
  address: Generated<string>
  role: Role
  password_hash: string | null
  password_set_at: Date | null
  /** Encrypted. */
  two_step_secret: Buffer | null
  /** Since when signing in needs a code. */
  two_step_at: Date | null
  /** The time step of the last code. */
  two_step_last: number | null
  /** Hashes of those that are left. */
  recovery_codes: Generated<Buffer[]>
  created_at: Date
  updated_at: Date
  /** Made by `ops seed`. */
  made_up: Generated<boolean>
  draft_key: Generated<Buffer>
}

interface SessionTable {
  id: string
  employee_id: string
  started_at: Date
  active_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  /** When the password was last confirmed since the sign-in. */
  confirmed_at: Date | null
  device: string | null
}

interface AccountLinkTable {
  id: Generated<string>
  employee_id: string
  kind: 'set-up' | 'reset'
  token_hash: Buffer
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
}

export interface ClientTable extends RecordColumns {
  first_name: string
  last_name: string
  status: ClientStatus | null
  service: string
  email: string
  phone: string
  address: string
  date_of_birth: string
  created_at: Date
  updated_at: Date
  /** Made by `ops seed`. */
  made_up: Generated<boolean>
  sort_last: GeneratedAlways<string>
  sort_first: GeneratedAlways<string>
  search: GeneratedAlways<string>
}

interface ClientStatusChangeTable {
  id: GeneratedAlways<number>
  client_id: string
  from_status: ClientStatus | null
  to_status: ClientStatus | null
  changed_at: Date
  changed_by: string | null
}

interface NoteTable extends RecordColumns {
  client_id: string
  text: string
  author_id: string | null
  author_email: string
  created_at: Date
  edited_at: Date | null
  edited_by: string | null
  edited_by_email: string | null
}

/** When a client's newest existing note was written. */
interface LastNoteTable {
  client_id: string
  last_note_at: Date
}

interface NoteVersionTable {
  note_id: string
  version: number
  text: string
  author_id: string | null
  author_email: string
  written_at: Date
}

export interface ContactMessageTable extends RecordColumns {
  name: string
  email: string
  message: string
  received_at: Date
  /** When it was first marked as read. */
  read_at: Date | null
}

interface OutboxTable {
  id: Generated<string>
  kind: MailKind
  /** Null until the account of the typed address has been looked up. */
  employee_id: Generated<string | null>
  /** Only for notices of contact messages. */
  contact_message_id: Generated<string | null>
  recipient: string
  created_at: Date
  attempts: Generated<number>
  /** Null once the mail was sent or refused. */
  next_attempt_at: Date | null
  claimed_until: Generated<Date | null>
  sent_at: Generated<Date | null>
  last_error: Generated<string | null>
}

interface ThrottlingTable {
  key: string
  points: number
  /** Milliseconds since 1970. */
  expire: number
}

interface FailedAttemptTable {
  key: string
  failures: number
  /** When the next attempt is allowed. */
  open_at: Date
  expires_at: Date
}

interface KnownSourceTable {
  employee_id: string
  /** A keyed hash of a network or a browser's cookie. */
  source: string
  expires_at: Date
}

interface DeckCompletionTable {
  employee_id: string
  deck: DeckKey
  done_at: Date
}

export interface IdempotencyKeyTable {
  key_hash: Buffer
  body_hash: Buffer
  status: number
  record_id: string
  created_at: Date
}

export interface AuditEventTable {
  id: GeneratedAlways<number>
  at: Date
  actor_id: string | null
  actor_role: string | null
  action: string
  record_kind: string
  record_id: string | null
  details: ColumnType<Record<string, unknown>, string | undefined, never>
  digest: Buffer | null
  session_id: string | null
  /** A keyed hash. */
  network: string | null
  request_id: string | null
}

export interface AuditSealTable {
  seq: number
  sealed_at: Date
  /** Multiranges as PostgreSQL writes them: '{[1,5),[7,8)}'. */
  event_ids: string
  missing: string
  up_to: number
  is_former: boolean
  previous_hash: Buffer
  hash: Buffer
  key_id: string
}

/** Only in databases of earlier releases, until their chain is converted. */
interface AuditLinkTable {
  seq: number
  event_id: number
  previous_hash: Buffer
  hash: Buffer
  key_id: string
}
