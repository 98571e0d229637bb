-- The schema of release 1.0.0. Once it is installed anywhere, later releases add migrations and this file is never edited
-- (CONTRIBUTING.md).
--
-- Every record that people add, change and delete has a version, against lost updates, and deleted_at: deleted records keep
-- their row until they are purged. A reference says what the purge of its record does: ON DELETE CASCADE removes what belongs
-- to it, SET NULL keeps the row, and without either (the notes of a client) the purge removes the rows itself, with an audit
-- row for each.

CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;

-- A name without case and accents, for order and search: 'José García' → 'jose garcia'. unaccent() is only STABLE, because
-- its dictionary could be edited; ours never is, so that an index may depend on it.
CREATE FUNCTION fold_name(name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(name, NFKC)));

-- The LIKE pattern that finds a part of a folded name. Its own %, _ and \ are taken literally.
CREATE FUNCTION name_pattern(part text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(public.fold_name(part), '([\\%_])', '\\\1', 'g') || '%';

-- As names are searched: the words without case, accents and signs, and the same in one word, because people add and drop
-- signs and spaces. 'O’Neill-Abdi' → 'o neill abdi oneillabdi', 'Hodan' → 'hodan'. Signs go first, because fold_name() makes a
-- blank of some and two signs of others.
CREATE FUNCTION search_text(name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT words || CASE WHEN strpos(words, ' ') > 0 THEN ' ' || replace(words, ' ', '') ELSE '' END
    FROM (
      SELECT btrim(regexp_replace(public.fold_name(translate(name, signs, rpad('', char_length(signs)))), ' +', ' ', 'g'))
      FROM (VALUES (
        U&'!"#$%&''()*+,-./:;<=>?@[\005C]^_`{|}~\00A0\00A1\00AB\00AD\00B4\00B7\00BB\00BF'
          '\02B9\02BB\02BC\02BD\02BE\02BF\02C8\02CA\02CB\2010\2011\2012\2013\2014\2015\2018\2019\201A\201B\201C\201D\201E'
          '\2022\2026\2032\2033\2035\2039\203A\2212\3001\3002\30FB\A78B\A78C\FE58\FE63\FF07\FF0C\FF0D\FF0E\FF40'
      )) AS known (signs)
    ) AS split (words)
  );

-- The same for texts that differ in case and spaces only. A hash that every server has: one in FIPS mode refuses md5.
CREATE FUNCTION text_key(text text) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN hashtextextended(btrim(regexp_replace(lower(text), '\s+', ' ', 'g')), 0);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- Employees and their accounts

CREATE TABLE employees (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  dob date,
  email text NOT NULL,
  phone text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  title text,
  role text NOT NULL CHECK (role IN ('super-admin', 'admin', 'manager', 'employee')),
  password_hash text,
  password_set_at timestamptz,
  -- The secret of the authenticator app, encrypted with a key outside the database (docs/decisions/0061).
  two_step_secret bytea,
  -- Since when the password is not enough: the account has an authenticator app or a passkey.
  two_step_at timestamptz,
  -- The time step of the app's last code, in 30 seconds since 1970: no code works twice. Null until a code has confirmed the
  -- secret.
  two_step_last integer CHECK (two_step_last IS NULL OR two_step_secret IS NOT NULL),
  -- SHA-256 of the codes that are left.
  recovery_codes bytea[] NOT NULL DEFAULT '{}',
  -- The account of the organization that signs in this employee. Deleting the employee removes it.
  oidc_issuer text,
  oidc_subject text,
  -- Added by `npm run ops -- seed`, which writes notes in the name of no others.
  made_up boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees ON DELETE SET NULL,
  UNIQUE (oidc_issuer, oidc_subject),
  CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL))
);

-- Unique among existing employees, regardless of case.
CREATE UNIQUE INDEX employees_email ON employees (lower(email)) WHERE deleted_at IS NULL;
CREATE INDEX employees_deleted ON employees (deleted_at, id) WHERE deleted_at IS NOT NULL;

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  employee_id uuid NOT NULL REFERENCES employees ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  active_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The last confirmation; null if that was the sign-in.
  confirmed_at timestamptz,
  -- Such as 'Firefox on Windows'.
  device text NOT NULL,
  -- Opened with the organization's account.
  by_organization boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  end_reason text
);

CREATE INDEX sessions_open_of_employee ON sessions (employee_id) WHERE ended_at IS NULL;

-- One-time links to set a password. Only the SHA-256 of the token is stored.
CREATE TABLE account_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  employee_id uuid NOT NULL REFERENCES employees ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('set-up', 'reset')),
  -- The row of the outbox that it was made for. Null for links that an operator or the start prints.
  mail_id uuid,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text
);

CREATE INDEX account_links_open_of_employee ON account_links (employee_id) WHERE ended_at IS NULL;

-- From where an employee has signed in before, as keyed hashes: networks, and browsers by their cookie `device`. Failed
-- sign-ins of other people do not delay someone who comes from there.
CREATE TABLE known_sources (
  employee_id uuid NOT NULL REFERENCES employees ON DELETE CASCADE,
  source text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (employee_id, source)
);

CREATE INDEX known_sources_by_source ON known_sources (source);

-- Keys that employees sign in with, in place of password and second step (docs/decisions/0071).
CREATE TABLE passkeys (
  -- Of the credential, in base64url.
  id text PRIMARY KEY,
  employee_id uuid NOT NULL REFERENCES employees ON DELETE CASCADE,
  -- The host of PUBLIC_URL at that time. Browsers use it nowhere else.
  host text NOT NULL,
  public_key bytea NOT NULL,
  -- Of its last signature; 0 for a key that does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- Whether it is copied to the person's other devices.
  synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX passkeys_of_employee ON passkeys (employee_id);

-- Addresses that an employee had lately. Notices about the account go there, too, so that nobody takes it over unnoticed.
CREATE TABLE former_emails (
  employee_id uuid NOT NULL REFERENCES employees ON DELETE CASCADE,
  email text NOT NULL,
  -- Until then.
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (employee_id, email)
);

-- Which decks of the training an employee has marked as done. Unmarking removes the row; the audit trail keeps both.
CREATE TABLE deck_completions (
  employee_id uuid NOT NULL REFERENCES employees ON DELETE CASCADE,
  deck text NOT NULL,
  done_at timestamptz NOT NULL,
  PRIMARY KEY (employee_id, deck)
);

-- Clients

-- Each spreadsheet whose rows were added as clients. An operator's command names nobody.
CREATE TABLE client_imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  made_at timestamptz NOT NULL,
  made_by uuid REFERENCES employees ON DELETE SET NULL,
  clients integer NOT NULL,
  undone_at timestamptz
);

CREATE TABLE clients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  status text CHECK (status IN ('active', 'inactive', 'pending', 'discharged')),
  service text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  date_of_birth date NOT NULL,
  pmi text,
  county text,
  preferred_name text,
  preferred_language text,
  interpreter boolean,
  may_text boolean,
  may_leave_voicemail boolean,
  may_email boolean,
  safe_at_home boolean,
  alert text,
  assigned_to uuid REFERENCES employees ON DELETE SET NULL,
  import_id uuid REFERENCES client_imports ON DELETE SET NULL,
  -- Added by `npm run ops -- seed`, which writes notes about no others.
  made_up boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees ON DELETE SET NULL,
  sort_last text COLLATE "C" GENERATED ALWAYS AS (fold_name(last_name)) STORED NOT NULL,
  sort_first text COLLATE "C" GENERATED ALWAYS AS (fold_name(first_name)) STORED NOT NULL,
  search text COLLATE "C" GENERATED ALWAYS AS (
    search_text(first_name) || ' ' || search_text(last_name) || coalesce(' ' || search_text(preferred_name), '')
  ) STORED NOT NULL
);

-- With the columns that lists are filtered by, so that a page is found without reading the clients that are not on it
-- (docs/decisions/0048).
CREATE INDEX clients_in_order ON clients (sort_last, sort_first, id) INCLUDE (search, status) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_name ON clients USING gin (search gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_phone ON clients USING gin (phone gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_pmi ON clients (pmi) WHERE pmi IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX clients_by_birth_date ON clients (date_of_birth) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_status ON clients (status) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_arrival ON clients (created_at, id) INCLUDE (status) WHERE deleted_at IS NULL;
CREATE INDEX clients_of_worker ON clients (assigned_to) INCLUDE (id, status, deleted_at);
CREATE INDEX clients_of_import ON clients (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX clients_deleted ON clients (deleted_at, id) WHERE deleted_at IS NOT NULL;

-- Who was responsible for a client, from when to when. Times without a worker have no row.
CREATE TABLE client_assignments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  employee_id uuid REFERENCES employees ON DELETE SET NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  started_by uuid REFERENCES employees ON DELETE SET NULL
);

CREATE INDEX client_assignments_of_client ON client_assignments (client_id, id);

-- Who changed a client's status, when, from what to what. The first row holds the status at intake.
CREATE TABLE client_status_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  from_status text,
  to_status text,
  changed_at timestamptz NOT NULL,
  changed_by uuid REFERENCES employees ON DELETE SET NULL,
  -- Since when, and why, as its author entered it.
  happened_on date,
  reason text
);

CREATE INDEX client_status_changes_of_client ON client_status_changes (client_id, id);

-- What an employee has typed in a form and not saved yet, by field. The key names the form and the records it is about.
CREATE TABLE drafts (
  employee_id uuid NOT NULL REFERENCES employees ON DELETE CASCADE,
  key text NOT NULL,
  -- The Idempotency-Key with which the record is sent.
  id text NOT NULL,
  draft_values jsonb NOT NULL,
  -- Of the record that is edited.
  version integer,
  -- A new number with each save, and for a draft that is deleted and begun again.
  revision bigint GENERATED ALWAYS AS IDENTITY,
  changed_at timestamptz NOT NULL,
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  PRIMARY KEY (employee_id, key)
);

CREATE INDEX drafts_of_client ON drafts (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX drafts_by_change ON drafts (changed_at);

-- Weekly notes

CREATE TABLE notes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients,
  text text NOT NULL,
  author_id uuid REFERENCES employees ON DELETE SET NULL,
  author_email text NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  edited_by uuid REFERENCES employees ON DELETE SET NULL,
  edited_by_email text,
  -- The service that it proves. Times are 'HH:MM'; ends_next_day is true or null.
  service_date date,
  start_time text,
  end_time text,
  ends_next_day boolean,
  minutes integer,
  service text,
  contact text,
  place text,
  -- The client's goals that it serves; goals are never deleted.
  goals uuid[] NOT NULL DEFAULT '{}',
  -- Without a reference: a correction keeps naming the note after that one was purged, because its audit digest covers the id.
  corrects uuid,
  -- The follow-up whose outcome it describes.
  outcome_of uuid,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees ON DELETE SET NULL,
  -- Stored, because computing it for each note took most of the time of reading the service log.
  text_key bigint GENERATED ALWAYS AS (CASE WHEN char_length(text) >= 200 THEN text_key(text) END) STORED
);

CREATE INDEX notes_of_client ON notes (client_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
-- Purging a client looks for all of its notes, deleted ones, too; an authorization counts the minutes of its service and days.
CREATE INDEX notes_of_any_client ON notes (client_id, service, service_date) INCLUDE (id, minutes, contact, deleted_at);
CREATE INDEX notes_deleted ON notes (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX notes_by_corrected ON notes (client_id, corrects) WHERE corrects IS NOT NULL AND deleted_at IS NULL;
-- What was served or, without a day of service, written in a period, whoever the client is.
CREATE INDEX notes_by_time ON notes (created_at) WHERE service_date IS NULL AND deleted_at IS NULL;
CREATE INDEX notes_by_service_date ON notes (service_date) WHERE service_date IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX notes_by_text ON notes (author_id, text_key) WHERE text_key IS NOT NULL AND deleted_at IS NULL;

-- The earlier texts of an edited note: nothing is overwritten.
CREATE TABLE note_versions (
  note_id uuid NOT NULL REFERENCES notes ON DELETE CASCADE,
  version integer NOT NULL,
  text text NOT NULL,
  author_id uuid REFERENCES employees ON DELETE SET NULL,
  author_email text NOT NULL,
  written_at timestamptz NOT NULL,
  service_date date,
  start_time text,
  end_time text,
  ends_next_day boolean,
  minutes integer,
  service text,
  contact text,
  place text,
  goals uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (note_id, version)
);

-- A signature and a review belong to a version, so an edit ends them by itself.
CREATE TABLE note_signatures (
  note_id uuid NOT NULL REFERENCES notes ON DELETE CASCADE,
  version integer NOT NULL,
  signed_at timestamptz NOT NULL,
  -- As they were at that time.
  email text NOT NULL,
  name text NOT NULL,
  title text,
  PRIMARY KEY (note_id, version)
);

CREATE TABLE note_reviews (
  note_id uuid NOT NULL REFERENCES notes ON DELETE CASCADE,
  version integer NOT NULL,
  reviewed_at timestamptz NOT NULL,
  -- Without a reference: the digest of the audit trail covers it.
  employee_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  comment text,
  PRIMARY KEY (note_id, version)
);

-- The newest existing note of a client: when it was written, and the latest day that a note is about, by its day of
-- service or else the day it was written. Corrections have no such day. `last_reached_on` leaves out attempts. A table of its
-- own, so that a note leaves the client's row and its indexes alone; pages keep room for newer times. Clients without a note
-- have no row.
CREATE TABLE last_notes (
  client_id uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  last_note_at timestamptz NOT NULL,
  last_note_on date,
  last_reached_on date
) WITH (fillfactor = 70);

CREATE INDEX last_notes_in_order ON last_notes (last_note_on, client_id);

-- Records of clients. The column of a field has the field's name, even where SQL has a use for the word. Ids of people
-- and notes have no reference: the digest of the audit trail covers them, so they stay when those are purged.

-- What was signed, by whom it may be used and until when; the paper itself is kept elsewhere.
CREATE TABLE papers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  kind text NOT NULL,
  "to" text,
  purpose text,
  "where" text,
  signed_on date NOT NULL,
  expires_on date,
  revoked_on date,
  created_at timestamptz NOT NULL,
  created_by uuid,
  edited_at timestamptz,
  edited_by uuid,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX papers_of_client ON papers (client_id, signed_on DESC, id);
CREATE INDEX papers_by_expiry ON papers (expires_on) WHERE expires_on IS NOT NULL AND revoked_on IS NULL;

-- The goals of the client's plan.
CREATE TABLE goals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  text text NOT NULL,
  agreed_on date NOT NULL,
  target_on date,
  state text NOT NULL DEFAULT 'open',
  state_on date,
  outcome text,
  created_at timestamptz NOT NULL,
  created_by uuid,
  edited_at timestamptz,
  edited_by uuid,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX goals_of_client ON goals (client_id);
CREATE INDEX goals_by_target ON goals (target_on) WHERE target_on IS NOT NULL AND state = 'open';

-- How many of the client's notes serve a goal, and the latest day of one: counting them took most of the time of reading a
-- long plan. Corrected notes don't count. Goals that no note serves have no row.
CREATE TABLE served_goals (
  goal_id uuid PRIMARY KEY REFERENCES goals ON DELETE CASCADE,
  notes integer NOT NULL,
  last_on date NOT NULL
);

-- What is due next for a client.
CREATE TABLE follow_ups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  note_id uuid,
  "on" date NOT NULL,
  what text NOT NULL,
  assigned_to uuid,
  created_at timestamptz NOT NULL,
  created_by uuid,
  edited_at timestamptz,
  edited_by uuid,
  done_at timestamptz,
  done_by uuid,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX follow_ups_open ON follow_ups (assigned_to, "on", id) WHERE done_at IS NULL;
CREATE INDEX follow_ups_of_client ON follow_ups (client_id, "on", id);

-- The people in a client's life, such as the household or the landlord.
CREATE TABLE people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  relation text NOT NULL,
  name text NOT NULL,
  phone text,
  email text,
  born_on date,
  may_contact boolean,
  note text,
  until date,
  created_at timestamptz NOT NULL,
  created_by uuid,
  edited_at timestamptz,
  edited_by uuid,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX people_of_client ON people (client_id);

-- Where a client has lived. Whoever writes locks the client, so that two homes never overlap. Amounts are dollars a month.
CREATE TABLE homes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  kind text NOT NULL,
  address text,
  moved_in_on date NOT NULL,
  rent integer,
  share integer,
  subsidy text,
  lease_ends_on date,
  left_on date,
  left_reason text,
  left_note text,
  created_at timestamptz NOT NULL,
  created_by uuid,
  edited_at timestamptz,
  edited_by uuid,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX homes_of_client ON homes (client_id, moved_in_on);
CREATE INDEX homes_by_lease_end ON homes (lease_ends_on) WHERE lease_ends_on IS NOT NULL AND left_on IS NULL;

-- What a payer has authorized. How much of it was used is computed from the notes and stored nowhere.
CREATE TABLE authorizations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  payer text NOT NULL,
  number text,
  service text NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  minutes integer,
  comment text,
  mistaken boolean,
  created_at timestamptz NOT NULL,
  created_by uuid,
  edited_at timestamptz,
  edited_by uuid,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX authorizations_of_client ON authorizations (client_id, service, starts_on);
CREATE INDEX authorizations_by_end ON authorizations (ends_on) WHERE mistaken IS NOT TRUE;

-- The content of a file is in pieces, which are never changed.
CREATE TABLE files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  paper_id uuid REFERENCES papers ON DELETE CASCADE,
  name text NOT NULL,
  type text NOT NULL,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees ON DELETE SET NULL
);

CREATE INDEX files_of_client ON files (client_id, created_at DESC, id);
CREATE INDEX files_of_paper ON files (paper_id) WHERE paper_id IS NOT NULL;
CREATE INDEX files_deleted ON files (deleted_at, id) WHERE deleted_at IS NOT NULL;

CREATE TABLE file_pieces (
  file_id uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  number smallint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (file_id, number)
);

-- Pictures and PDFs are compressed already.
ALTER TABLE file_pieces ALTER bytes SET STORAGE EXTERNAL;

-- Each record of a client as it was before a change: the row of its table, by column.
CREATE TABLE client_record_versions (
  record_id uuid NOT NULL,
  version integer NOT NULL,
  kind text NOT NULL,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  record jsonb NOT NULL,
  PRIMARY KEY (record_id, version)
);

CREATE INDEX client_record_versions_of_client ON client_record_versions (client_id);

-- Each record packet that was made, and for whom.
CREATE TABLE disclosures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  made_at timestamptz NOT NULL,
  -- As they were at that time; without an email address, the operator's account on the server.
  email text,
  name text NOT NULL,
  recipient text NOT NULL,
  purpose text NOT NULL,
  -- Why the record may be shared, where no release to the recipient was valid.
  basis text,
  -- The period; NULL where it is open.
  from_day date,
  to_day date,
  -- Of record.pdf, in hexadecimal.
  sha256 text NOT NULL
);

CREATE INDEX disclosures_of_client ON disclosures (client_id, made_at, id);

-- Two records of one person: everything of `merged` moved to `client_id`. A later merge of that client moves this row, too, so
-- that one row leads from an old id to the client.
CREATE TABLE client_merges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Merges are undone in the opposite order.
  number bigint GENERATED ALWAYS AS IDENTITY,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  -- Without a reference: the id still leads to the client after the purge of that record.
  merged uuid NOT NULL,
  merged_at timestamptz NOT NULL,
  merged_by uuid REFERENCES employees ON DELETE SET NULL,
  -- What the client's fields were, of those that changed, and the version since.
  before jsonb NOT NULL,
  version integer NOT NULL,
  -- The ids of what moved, by kind.
  moved jsonb NOT NULL,
  undone_at timestamptz,
  undone_by uuid REFERENCES employees ON DELETE SET NULL
);

CREATE INDEX client_merges_of_client ON client_merges (client_id, number);
CREATE UNIQUE INDEX client_merges_by_merged ON client_merges (merged) WHERE undone_at IS NULL;

-- Messages from the website's contact form

CREATE TABLE contact_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL,
  message text NOT NULL,
  received_at timestamptz NOT NULL,
  -- When someone marked it as read, for everyone.
  read_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees ON DELETE SET NULL
);

CREATE INDEX contact_messages_newest_first ON contact_messages (received_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX contact_messages_unread ON contact_messages (id) WHERE read_at IS NULL AND deleted_at IS NULL;
CREATE INDEX contact_messages_deleted ON contact_messages (deleted_at, id) WHERE deleted_at IS NOT NULL;

-- Outgoing mail, from the transaction that caused it until the mail server has taken it (docs/decisions/0019). Text and
-- one-time link are made when it is sent, so that the database never holds a working link.

CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('set-up', 'reset', 'new-message', 'email-changed', 'password-changed', 'two-step-set-up',
    'two-step-removed', 'two-step-reset', 'passkey-added', 'passkey-removed', 'account-linked', 'account-unlinked')),
  -- Null for notices to staff (docs/decisions/0023), and until the account of a typed address has been looked up.
  employee_id uuid REFERENCES employees ON DELETE CASCADE,
  contact_message_id uuid REFERENCES contact_messages ON DELETE CASCADE,
  recipient text NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Null once the mail was sent or refused.
  next_attempt_at timestamptz,
  -- Until then one instance is sending it.
  claimed_until timestamptz,
  sent_at timestamptz,
  last_error text,
  CHECK ((kind = 'new-message') = (contact_message_id IS NOT NULL)),
  CHECK (num_nonnulls(employee_id, contact_message_id) = 1 OR kind = 'reset'),
  CHECK (sent_at IS NULL OR next_attempt_at IS NULL)
);

CREATE INDEX outbox_due ON outbox (next_attempt_at);
CREATE INDEX outbox_of_employee ON outbox (employee_id);
CREATE INDEX outbox_of_message ON outbox (contact_message_id) WHERE contact_message_id IS NOT NULL;

-- Limits: calls and failed sign-ins that are allowed a few times only. Keys are keyed hashes, which tell neither who asked nor
-- what was sent. Expired rows are removed.
CREATE TABLE throttling (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  -- Until then no attempt is allowed.
  blocked_until timestamptz NOT NULL,
  -- The end of the window: the next attempt counts as the first.
  expires_at timestamptz NOT NULL
);

CREATE INDEX throttling_expired ON throttling (expires_at);

-- What was created under an Idempotency-Key, for 24 hours (docs/decisions/0050). Written in the record's own transaction.
CREATE TABLE idempotency_keys (
  key_hash bytea PRIMARY KEY,
  body_hash bytea NOT NULL,
  record_id uuid NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

-- The audit trail (docs/decisions/0054)

-- What happened, written in the transaction of the change. Ids and field names only, never a text or a name. The digest is
-- made by the program with a key outside the database.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id uuid,
  actor_role text,
  action text NOT NULL,
  record_kind text NOT NULL,
  record_id text,
  details jsonb NOT NULL DEFAULT '{}',
  digest bytea NOT NULL,
  -- The session, a keyed hash of the network, and the request, whose id the log has, too; null where no request was the
  -- cause.
  session_id uuid,
  network text,
  request_id uuid
);

-- A page shows up to 200 records: ids can't be compressed.
ALTER TABLE audit_events ALTER details SET STORAGE EXTERNAL;

CREATE INDEX audit_events_in_order ON audit_events (at, id);
CREATE INDEX audit_events_of_actor ON audit_events (actor_id, at, id);
CREATE INDEX audit_events_of_record ON audit_events (record_id, at, id) WHERE record_id IS NOT NULL;
CREATE INDEX audit_events_of_client ON audit_events ((details->>'client'), at, id) WHERE details->>'client' IS NOT NULL;

-- Each seal lists the rows of a moment, over the seal before it.
CREATE TABLE audit_seals (
  -- Numbers the seals without a gap.
  seq bigint PRIMARY KEY,
  sealed_at timestamptz(3) NOT NULL,
  event_ids int8multirange NOT NULL,
  -- Numbers that were drawn and had no row yet: their transactions may still be committed.
  missing int8multirange NOT NULL,
  -- Every row up to this number is listed, missing, or not waited for any more.
  up_to bigint NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  key_id text NOT NULL
);

CREATE INDEX audit_seals_by_time ON audit_seals (sealed_at);

CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
