import type pg from 'pg'

const tables = `
  CREATE SCHEMA bench;
  CREATE TABLE bench.clients AS
    SELECT id, first_name, last_name, status, service, email, phone, address, date_of_birth, version, created_at,
      updated_at, deleted_at, newest.last_note_at, lower(unaccent(first_name || ' ' || last_name)) AS search,
      lower(unaccent(last_name)) COLLATE "C" AS sort_last, lower(unaccent(first_name)) COLLATE "C" AS sort_first
    FROM clients LEFT JOIN (
      SELECT client_id, max(created_at) AS last_note_at FROM notes WHERE deleted_at IS NULL GROUP BY client_id
    ) AS newest ON client_id = id;
  ALTER TABLE bench.clients ADD PRIMARY KEY (id);
  CREATE INDEX ON bench.clients (sort_last, sort_first, id) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.clients USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.clients (status) WHERE deleted_at IS NULL;
  CREATE TABLE bench.notes AS
    SELECT id, client_id, text, author_id, author_email, version, created_at, edited_at, edited_by_email, deleted_at,
      (SELECT first_name || ' ' || last_name FROM employees WHERE employees.id = author_id) AS author_name,
      (SELECT first_name || ' ' || last_name FROM employees WHERE employees.email = edited_by_email) AS edited_by_name
    FROM notes;
  ALTER TABLE bench.notes ADD PRIMARY KEY (id), ALTER id SET DEFAULT gen_random_uuid(), ALTER version SET DEFAULT 1,
    ADD FOREIGN KEY (client_id) REFERENCES bench.clients, ADD FOREIGN KEY (author_id) REFERENCES employees;
  CREATE INDEX ON bench.notes (client_id, created_at DESC, id DESC) WHERE deleted_at IS NULL`

/**
 * Copies of the product's clients and notes, without what the product's own design adds to them, so that any two
 * versions of the product are measured against the same.
 */
export async function makeTables(superuser: pg.Pool): Promise<void> {
  await superuser.query(tables)
  // Otherwise they would come in the middle of some round.
  await superuser.query('VACUUM (ANALYZE)')
  await superuser.query('CHECKPOINT')
}

/* What the bare and the Express server select, under the names of the product's API. */

export const listedColumns = `id AS "_id", id, first_name AS "firstName", last_name AS "lastName",
  date_of_birth AS "dateOfBirth", status, phone, last_note_at AS "lastNoteAt", created_at AS "createdAt", version`

export const clientColumns = `${listedColumns}, service, email, address, updated_at AS "updatedAt"`

export const noteColumns = `id AS "_id", id, client_id AS "clientId", text, author_email AS author,
  author_name AS "authorName", created_at AS date, created_at AS "createdAt", edited_at AS "editedAt",
  edited_by_email AS "editedBy", edited_by_name AS "editedByName", version`

export const employeeColumns = `id AS "_id", id, first_name AS "firstName", last_name AS "lastName", dob, email, phone,
  address, role, password_hash IS NOT NULL AS "hasPassword", two_step_at IS NOT NULL AS "hasTwoStep",
  created_at AS "createdAt", updated_at AS "updatedAt", version`
