// Generated from the schema by test/database/tables.test.ts, which says how to write it anew.
import type { Role } from '#contract/access/roles.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import type { MailKind } from '#contract/outgoing-mail/endpoints.ts'
import type { DeckKey } from '#contract/training/decks.ts'
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export interface AccountLinks {
  created_at: Date;
  employee_id: string;
  end_reason: string | null;
  ended_at: Date | null;
  expires_at: Date;
  id: Generated<string>;
  kind: 'set-up' | 'reset';
  mail_id: string | null;
  token_hash: Buffer;
}

export interface AuditEvents {
  action: string;
  actor_id: string | null;
  actor_role: string | null;
  at: Date;
  details: ColumnType<Record<string, unknown>, string | undefined, never>;
  digest: Buffer;
  id: Generated<number>;
  network: string | null;
  record_id: string | null;
  record_kind: string;
  request_id: string | null;
  session_id: string | null;
}

export interface AuditSeals {
  event_ids: string;
  hash: Buffer;
  key_id: string;
  missing: string;
  previous_hash: Buffer;
  sealed_at: Date;
  seq: number;
  up_to: number;
}

export interface Authorizations {
  client_id: string;
  comment: string | null;
  created_at: Date;
  created_by: string | null;
  edited_at: Date | null;
  edited_by: string | null;
  ends_on: string;
  id: Generated<string>;
  minutes: number | null;
  mistaken: boolean | null;
  number: string | null;
  payer: string;
  service: string;
  starts_on: string;
  version: Generated<number>;
}

export interface ClientAssignments {
  client_id: string;
  employee_id: string | null;
  ended_at: Date | null;
  id: Generated<number>;
  started_at: Date;
  started_by: string | null;
}

export interface ClientImports {
  clients: number;
  id: Generated<string>;
  made_at: Date;
  made_by: string | null;
  undone_at: Date | null;
}

export interface ClientMerges {
  before: Json;
  client_id: string;
  id: Generated<string>;
  merged: string;
  merged_at: Date;
  merged_by: string | null;
  moved: Json;
  number: Generated<number>;
  undone_at: Date | null;
  undone_by: string | null;
  version: number;
}

export interface ClientRecordVersions {
  client_id: string;
  kind: string;
  record: Json;
  record_id: string;
  version: number;
}

export interface Clients {
  address: string;
  alert: string | null;
  assigned_to: string | null;
  county: string | null;
  created_at: Date;
  date_of_birth: string;
  deleted_at: Date | null;
  deleted_by: string | null;
  email: string;
  first_name: string;
  id: Generated<string>;
  import_id: string | null;
  interpreter: boolean | null;
  last_name: string;
  made_up: Generated<boolean>;
  may_email: boolean | null;
  may_leave_voicemail: boolean | null;
  may_text: boolean | null;
  phone: string;
  pmi: string | null;
  preferred_language: string | null;
  preferred_name: string | null;
  safe_at_home: boolean | null;
  search: Generated<string>;
  service: string;
  sort_first: Generated<string>;
  sort_last: Generated<string>;
  status: ClientStatus | null | null;
  updated_at: Date;
  version: Generated<number>;
}

export interface ClientStatusChanges {
  changed_at: Date;
  changed_by: string | null;
  client_id: string;
  from_status: ClientStatus | null | null;
  happened_on: string | null;
  id: Generated<number>;
  reason: string | null;
  to_status: ClientStatus | null | null;
}

export interface ContactMessages {
  deleted_at: Date | null;
  deleted_by: string | null;
  email: string;
  id: Generated<string>;
  message: string;
  name: string;
  read_at: Date | null;
  received_at: Date;
  version: Generated<number>;
}

export interface DeckCompletions {
  deck: DeckKey;
  done_at: Date;
  employee_id: string;
}

export interface Disclosures {
  basis: string | null;
  client_id: string;
  email: string | null;
  from_day: string | null;
  id: Generated<string>;
  made_at: Date;
  name: string;
  purpose: string;
  recipient: string;
  sha256: string;
  to_day: string | null;
}

export interface Drafts {
  changed_at: Date;
  client_id: string | null;
  draft_values: Json;
  employee_id: string;
  id: string;
  key: string;
  revision: Generated<number>;
  version: number | null;
}

export interface Employees {
  address: Generated<string>;
  created_at: Date;
  deleted_at: Date | null;
  deleted_by: string | null;
  dob: string | null;
  email: string;
  first_name: string;
  id: Generated<string>;
  last_name: string;
  made_up: Generated<boolean>;
  oidc_issuer: string | null;
  oidc_subject: string | null;
  password_hash: string | null;
  password_set_at: Date | null;
  phone: Generated<string>;
  recovery_codes: Generated<ArrayType<Buffer>>;
  role: Role;
  title: string | null;
  two_step_at: Date | null;
  two_step_last: number | null;
  two_step_secret: Buffer | null;
  updated_at: Date;
  version: Generated<number>;
}

export interface FilePieces {
  bytes: Buffer;
  file_id: string;
  number: number;
}

export interface Files {
  bytes: number;
  client_id: string;
  created_at: Date;
  created_by: string | null;
  deleted_at: Date | null;
  deleted_by: string | null;
  id: Generated<string>;
  name: string;
  paper_id: string | null;
  sha256: string;
  type: string;
  version: Generated<number>;
}

export interface FollowUps {
  assigned_to: string | null;
  client_id: string;
  created_at: Date;
  created_by: string | null;
  done_at: Date | null;
  done_by: string | null;
  edited_at: Date | null;
  edited_by: string | null;
  id: Generated<string>;
  note_id: string | null;
  on: string;
  version: Generated<number>;
  what: string;
}

export interface FormerEmails {
  email: string;
  employee_id: string;
  expires_at: Date;
}

export interface Goals {
  agreed_on: string;
  client_id: string;
  created_at: Date;
  created_by: string | null;
  edited_at: Date | null;
  edited_by: string | null;
  id: Generated<string>;
  outcome: string | null;
  state: Generated<string>;
  state_on: string | null;
  target_on: string | null;
  text: string;
  version: Generated<number>;
}

export interface Homes {
  address: string | null;
  client_id: string;
  created_at: Date;
  created_by: string | null;
  edited_at: Date | null;
  edited_by: string | null;
  id: Generated<string>;
  kind: string;
  lease_ends_on: string | null;
  left_note: string | null;
  left_on: string | null;
  left_reason: string | null;
  moved_in_on: string;
  rent: number | null;
  share: number | null;
  subsidy: string | null;
  version: Generated<number>;
}

export interface IdempotencyKeys {
  body_hash: Buffer;
  created_at: Date;
  key_hash: Buffer;
  record_id: string;
}

export interface KnownSources {
  employee_id: string;
  expires_at: Date;
  source: string;
}

export interface LastNotes {
  client_id: string;
  last_note_at: Date;
  last_note_on: string | null;
  last_reached_on: string | null;
}

export interface NoteReviews {
  comment: string | null;
  email: string;
  employee_id: string;
  name: string;
  note_id: string;
  reviewed_at: Date;
  version: number;
}

export interface Notes {
  author_email: string;
  author_id: string | null;
  client_id: string;
  contact: string | null;
  corrects: string | null;
  created_at: Date;
  deleted_at: Date | null;
  deleted_by: string | null;
  edited_at: Date | null;
  edited_by: string | null;
  edited_by_email: string | null;
  end_time: string | null;
  ends_next_day: boolean | null;
  goals: Generated<string[]>;
  id: Generated<string>;
  minutes: number | null;
  outcome_of: string | null;
  place: string | null;
  service: string | null;
  service_date: string | null;
  start_time: string | null;
  text: string;
  text_key: Generated<number | null>;
  version: Generated<number>;
}

export interface NoteSignatures {
  email: string;
  name: string;
  note_id: string;
  signed_at: Date;
  title: string | null;
  version: number;
}

export interface NoteVersions {
  author_email: string;
  author_id: string | null;
  contact: string | null;
  end_time: string | null;
  ends_next_day: boolean | null;
  goals: Generated<string[]>;
  minutes: number | null;
  note_id: string;
  place: string | null;
  service: string | null;
  service_date: string | null;
  start_time: string | null;
  text: string;
  version: number;
  written_at: Date;
}

export interface Outbox {
  attempts: Generated<number>;
  claimed_until: Date | null;
  contact_message_id: string | null;
  created_at: Date;
  employee_id: string | null;
  id: Generated<string>;
  kind: MailKind;
  last_error: string | null;
  next_attempt_at: Date | null;
  recipient: string;
  sent_at: Date | null;
}

export interface Papers {
  client_id: string;
  created_at: Date;
  created_by: string | null;
  edited_at: Date | null;
  edited_by: string | null;
  expires_on: string | null;
  id: Generated<string>;
  kind: string;
  purpose: string | null;
  revoked_on: string | null;
  signed_on: string;
  to: string | null;
  version: Generated<number>;
  where: string | null;
}

export interface Passkeys {
  counter: number;
  created_at: Date;
  employee_id: string;
  host: string;
  id: string;
  name: string;
  public_key: Buffer;
  synced: boolean;
  transports: string[];
  used_at: Date | null;
}

export interface People {
  born_on: string | null;
  client_id: string;
  created_at: Date;
  created_by: string | null;
  edited_at: Date | null;
  edited_by: string | null;
  email: string | null;
  id: Generated<string>;
  may_contact: boolean | null;
  name: string;
  note: string | null;
  phone: string | null;
  relation: string;
  until: string | null;
  version: Generated<number>;
}

export interface ServedGoals {
  goal_id: string;
  last_on: string;
  notes: number;
}

export interface Sessions {
  active_at: Date;
  by_organization: Generated<boolean>;
  confirmed_at: Date | null;
  device: string;
  employee_id: string;
  end_reason: string | null;
  ended_at: Date | null;
  expires_at: Date;
  id: string;
  started_at: Date;
}

export interface Throttling {
  attempts: number;
  blocked_until: Date;
  expires_at: Date;
  key: string;
}

export interface Database {
  account_links: AccountLinks;
  audit_events: AuditEvents;
  audit_seals: AuditSeals;
  authorizations: Authorizations;
  client_assignments: ClientAssignments;
  client_imports: ClientImports;
  client_merges: ClientMerges;
  client_record_versions: ClientRecordVersions;
  client_status_changes: ClientStatusChanges;
  clients: Clients;
  contact_messages: ContactMessages;
  deck_completions: DeckCompletions;
  disclosures: Disclosures;
  drafts: Drafts;
  employees: Employees;
  file_pieces: FilePieces;
  files: Files;
  follow_ups: FollowUps;
  former_emails: FormerEmails;
  goals: Goals;
  homes: Homes;
  idempotency_keys: IdempotencyKeys;
  known_sources: KnownSources;
  last_notes: LastNotes;
  note_reviews: NoteReviews;
  note_signatures: NoteSignatures;
  note_versions: NoteVersions;
  notes: Notes;
  outbox: Outbox;
  papers: Papers;
  passkeys: Passkeys;
  people: People;
  served_goals: ServedGoals;
  sessions: Sessions;
  throttling: Throttling;
}
