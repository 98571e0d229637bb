-- Casework: what to know about a person, who is responsible for them, what a note proves, and what is due next.

ALTER TABLE employees ADD COLUMN title text;

ALTER TABLE clients
  ADD COLUMN preferred_name text,
  ADD COLUMN preferred_language text,
  ADD COLUMN interpreter boolean,
  ADD COLUMN may_text boolean,
  ADD COLUMN may_leave_voicemail boolean,
  ADD COLUMN may_email boolean,
  ADD COLUMN safe_at_home boolean,
  ADD COLUMN alert text,
  ADD COLUMN assigned_to uuid REFERENCES employees ON DELETE SET NULL;

-- A client is also found by the preferred name. PostgreSQL changes the expression of a column only from version 17 on.
ALTER TABLE clients DROP COLUMN search;
ALTER TABLE clients ADD COLUMN search text COLLATE "C" GENERATED ALWAYS AS (
  search_text(first_name) || ' ' || search_text(last_name) || coalesce(' ' || search_text(preferred_name), '')
) STORED NOT NULL;
CREATE INDEX clients_in_order ON clients (sort_last, sort_first, id) INCLUDE (search, status) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_name ON clients USING gin (search gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
CREATE INDEX clients_of_worker ON clients (assigned_to) WHERE assigned_to IS NOT NULL;

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

-- Since when, and why, as its author entered it.
ALTER TABLE client_status_changes
  ADD COLUMN happened_on date,
  ADD COLUMN reason text;

-- The service that a note proves. Times are 'HH:MM'.
ALTER TABLE notes
  ADD COLUMN service_date date,
  ADD COLUMN start_time text,
  ADD COLUMN end_time text,
  ADD COLUMN minutes integer,
  ADD COLUMN service text,
  ADD COLUMN contact text,
  ADD COLUMN place text,
  ADD COLUMN corrects uuid REFERENCES notes ON DELETE SET NULL;
CREATE INDEX notes_by_corrected ON notes (corrects) WHERE corrects IS NOT NULL;

ALTER TABLE note_versions
  ADD COLUMN service_date date,
  ADD COLUMN start_time text,
  ADD COLUMN end_time text,
  ADD COLUMN minutes integer,
  ADD COLUMN service text,
  ADD COLUMN contact text,
  ADD COLUMN place text;

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
  email text NOT NULL,
  name text NOT NULL,
  comment text,
  PRIMARY KEY (note_id, version)
);

-- What is due next for a client.
CREATE TABLE follow_ups (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  note_id uuid REFERENCES notes ON DELETE SET NULL,
  due_on date NOT NULL,
  what text NOT NULL,
  assigned_to uuid REFERENCES employees ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  created_by uuid REFERENCES employees ON DELETE SET NULL,
  done_at timestamptz,
  done_by uuid REFERENCES employees ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX follow_ups_open ON follow_ups (assigned_to, due_on, id) WHERE done_at IS NULL;
CREATE INDEX follow_ups_of_client ON follow_ups (client_id, due_on, id);
CREATE INDEX follow_ups_of_note ON follow_ups (note_id) WHERE note_id IS NOT NULL;
