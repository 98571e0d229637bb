import type pg from 'pg'

const tables = `
  CREATE SCHEMA bench;
  CREATE TABLE bench.clients AS
    SELECT id, first_name, last_name, status, service, email, phone, address, date_of_birth, version, created_at,
      updated_at, deleted_at, newest.last_note_at, search, assigned_to,
      (SELECT first_name || ' ' || last_name FROM employees WHERE employees.id = assigned_to) AS worker_name,
      preferred_name, preferred_language, interpreter, may_text, may_leave_voicemail, may_email, safe_at_home, alert,
      lower(unaccent(last_name)) COLLATE "C" AS sort_last, lower(unaccent(first_name)) COLLATE "C" AS sort_first
    FROM clients LEFT JOIN (
      SELECT client_id, max(created_at) AS last_note_at FROM notes WHERE deleted_at IS NULL GROUP BY client_id
    ) AS newest ON client_id = id;
  ALTER TABLE bench.clients ADD PRIMARY KEY (id);
  CREATE INDEX ON bench.clients (sort_last, sort_first, id) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.clients USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.clients (status) WHERE deleted_at IS NULL;
  CREATE TABLE bench.notes AS
    SELECT id, client_id, text, author_id, author_email, notes.version, created_at, edited_at, edited_by_email, deleted_at,
      (SELECT first_name || ' ' || last_name FROM employees WHERE employees.id = author_id) AS author_name,
      (SELECT first_name || ' ' || last_name FROM employees WHERE employees.email = edited_by_email) AS edited_by_name,
      service_date, start_time, end_time, minutes, service, contact, place, corrects, ARRAY[]::text[] AS corrected_by,
      signed_at, signature.email AS signed_by, signature.name AS signed_by_name, signature.title AS signed_title,
      reviewed_at, review.email AS reviewed_by, review.name AS reviewed_by_name, review.comment
    FROM notes
    LEFT JOIN note_signatures AS signature ON signature.note_id = id AND signature.version = notes.version
    LEFT JOIN note_reviews AS review ON review.note_id = id AND review.version = notes.version;
  ALTER TABLE bench.notes ADD PRIMARY KEY (id), ALTER id SET DEFAULT gen_random_uuid(), ALTER version SET DEFAULT 1,
    ADD FOREIGN KEY (client_id) REFERENCES bench.clients, ADD FOREIGN KEY (author_id) REFERENCES employees;
  CREATE INDEX ON bench.notes (client_id, created_at DESC, id DESC) WHERE deleted_at IS NULL`

/**
 * Copies of the product's clients and notes, without what the product's own design adds to them. A version of the product
 * whose records have other fields is measured by its own benchmark.
 */
export async function makeTables(superuser: pg.Pool): Promise<void> {
  await superuser.query(tables)
  // Otherwise they would come in the middle of some round.
  await superuser.query('VACUUM (ANALYZE)')
  await superuser.query('CHECKPOINT')
}

/* What the bare and the Express server select, under the names of the product's API. */

export const listedColumns = `id AS "_id", id, first_name AS "firstName", last_name AS "lastName",
  preferred_name AS "preferredName", date_of_birth AS "dateOfBirth", status, phone, assigned_to AS "assignedTo",
  worker_name AS "assignedToName", last_note_at AS "lastNoteAt", created_at AS "createdAt", version`

export const clientColumns = `${listedColumns}, service, email, address, updated_at AS "updatedAt",
  preferred_language AS "preferredLanguage", interpreter, may_text AS "mayText", may_leave_voicemail AS "mayLeaveVoicemail",
  may_email AS "mayEmail", safe_at_home AS "safeAtHome", alert`

export const noteColumns = `id AS "_id", id, client_id AS "clientId", text, author_email AS author,
  author_name AS "authorName", created_at AS date, created_at AS "createdAt", edited_at AS "editedAt",
  edited_by_email AS "editedBy", edited_by_name AS "editedByName",
  service_date AS "serviceDate", start_time AS "startTime", end_time AS "endTime", minutes, service, contact, place,
  signed_at AS "signedAt", signed_by AS "signedBy", signed_by_name AS "signedByName", signed_title AS "signedTitle",
  reviewed_at AS "reviewedAt", reviewed_by AS "reviewedBy", reviewed_by_name AS "reviewedByName",
  comment AS "reviewComment", corrects, coalesce(corrected_by, '{}') AS "correctedBy", version`

export const employeeColumns = `id AS "_id", id, first_name AS "firstName", last_name AS "lastName", dob, email, phone,
  address, role, password_hash IS NOT NULL AS "hasPassword", two_step_at IS NOT NULL AS "hasTwoStep",
  created_at AS "createdAt", updated_at AS "updatedAt", version`
