-- Foundation: accounts, clients, weekly notes, outgoing mail and the audit trail.
-- Seams that are dear to add later are here from the start: version and deleted_at on every record, note
-- versions, status history, the outbox, and an audit row for each change (docs/decisions/0006).

CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;

-- Case- and accent-blind form of a name, for order and search: 'José García' → 'jose garcia'. unaccent() itself
-- is only STABLE, because its dictionary could be edited; ours never is, so an index may rest on it.
CREATE FUNCTION fold_name(name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(name, NFKC)));

-- The LIKE pattern that finds a part of a folded name; what the name itself holds of %, _ and \ is taken literally.
CREATE FUNCTION name_pattern(part text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(public.fold_name(part), '([\\%_])', '\\\1', 'g') || '%';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TABLE employees (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  dob date,
  email text NOT NULL,
  phone text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  role text NOT NULL CHECK (role IN ('super-admin', 'admin', 'manager', 'employee')),
  password_hash text,
  password_set_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees
);

-- Decision 19: unique among the living, regardless of case.
CREATE UNIQUE INDEX employees_living_email ON employees (lower(email)) WHERE deleted_at IS NULL;

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  employee_id uuid NOT NULL REFERENCES employees,
  started_at timestamptz NOT NULL,
  active_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text
);

CREATE INDEX sessions_open_of_employee ON sessions (employee_id) WHERE ended_at IS NULL;

-- One-time links to set a password. Only the SHA-256 of the token is stored (decision 22).
CREATE TABLE account_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  employee_id uuid NOT NULL REFERENCES employees,
  kind text NOT NULL CHECK (kind IN ('set-up', 'reset')),
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text
);

CREATE INDEX account_links_open_of_employee ON account_links (employee_id) WHERE ended_at IS NULL;

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
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees,
  sort_last text COLLATE "C" GENERATED ALWAYS AS (fold_name(last_name)) STORED,
  sort_first text COLLATE "C" GENERATED ALWAYS AS (fold_name(first_name)) STORED,
  search_name text COLLATE "C" GENERATED ALWAYS AS (fold_name(first_name || ' ' || last_name)) STORED
);

CREATE INDEX clients_in_order ON clients (sort_last, sort_first, id) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_name ON clients USING gin (search_name gin_trgm_ops) WHERE deleted_at IS NULL;

-- Who changed a client's status, when, from what to what. The first row tells the status at intake.
CREATE TABLE client_status_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES clients,
  from_status text,
  to_status text,
  changed_at timestamptz NOT NULL,
  changed_by uuid REFERENCES employees
);

CREATE INDEX client_status_changes_of_client ON client_status_changes (client_id, id);

CREATE TABLE notes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients,
  text text NOT NULL,
  author_id uuid REFERENCES employees,
  author_email text NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  edited_by_email text,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees
);

CREATE INDEX notes_of_client ON notes (client_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- The earlier texts of an edited note (decision 10): nothing is overwritten.
CREATE TABLE note_versions (
  note_id uuid NOT NULL REFERENCES notes,
  version integer NOT NULL,
  text text NOT NULL,
  author_email text NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (note_id, version)
);

-- Mail waits here from the transaction that caused it until the mail server has taken it (decision 22).
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  sent_at timestamptz,
  refused_at timestamptz,
  last_error text
);

CREATE INDEX outbox_waiting ON outbox (next_attempt_at) WHERE sent_at IS NULL AND refused_at IS NULL;

-- What happened, written in the transaction of the change. Ids and field names only, never a text or a name.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id uuid,
  actor_role text,
  action text NOT NULL,
  record_kind text NOT NULL,
  record_id text,
  details jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX audit_events_of_record ON audit_events (record_kind, record_id, id);

-- The hash chain over the events: each link seals its event and the link before it. Written a moment after the
-- event by one process at a time, so that writers never queue behind one lock. `seq` numbers the links without a gap.
CREATE TABLE audit_links (
  seq bigint PRIMARY KEY,
  event_id bigint NOT NULL UNIQUE REFERENCES audit_events,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);

CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_links_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
