import type pg from 'pg'
import { authorizationEndpoints } from '#contract/authorizations/endpoints.ts'
import { authorizationFields } from '#contract/authorizations/fields.ts'
import { client, clientListItem } from '#contract/clients/schema.ts'
import { fileEndpoints } from '#contract/files/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { note } from '#contract/notes/schema.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { paperFields } from '#contract/papers/fields.ts'
import { peopleEndpoints } from '#contract/people/endpoints.ts'
import { namesOf } from '#contract/record-field.ts'
import { unsignedDays } from '#contract/service-log/findings.ts'
import { columnOf } from '#server/database/field-columns.ts'

const zone = "'America/Chicago'"
const today = `(now() AT TIME ZONE ${zone})::date`
const monday = `date_trunc('week', now() AT TIME ZONE ${zone})::date`
/** The day of the service, or else of writing. */
const dayServed = `coalesce(service_date, (created_at AT TIME ZONE ${zone})::date)`

const quietSince = "coalesce(last_note_on, (created_at AT TIME ZONE 'UTC')::date)"

const tables = `
  CREATE SCHEMA bench;
  CREATE TABLE bench.clients AS
    SELECT clients.*, last_note_at, last_note_on, last_reached_on IS DISTINCT FROM last_note_on AS last_note_attempted,
      (SELECT first_name || ' ' || last_name FROM employees WHERE employees.id = assigned_to) AS assigned_to_name
    FROM clients LEFT JOIN last_notes ON client_id = id;
  ALTER TABLE bench.clients ADD PRIMARY KEY (id);
  CREATE INDEX ON bench.clients (sort_last, sort_first, id) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.clients USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.clients (status) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.clients (assigned_to) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.clients (${quietSince}, sort_last, sort_first, id) WHERE status = 'active' AND deleted_at IS NULL;
  CREATE TABLE bench.notes AS
    SELECT notes.*,
      (SELECT first_name || ' ' || last_name FROM employees WHERE employees.id = author_id) AS author_name,
      (SELECT first_name || ' ' || last_name FROM employees WHERE employees.id = edited_by) AS edited_by_name,
      signed_at, signature.email AS signed_by, signature.name AS signed_by_name, signature.title AS signed_title,
      reviewed_at, review.employee_id AS reviewed_by_id, review.email AS reviewed_by, review.name AS reviewed_by_name, review.comment AS review_comment,
      ARRAY[]::text[] AS corrected_by, NULL AS outcome_of_what
    FROM notes
    LEFT JOIN note_signatures AS signature ON signature.note_id = id AND signature.version = notes.version
    LEFT JOIN note_reviews AS review ON review.note_id = id AND review.version = notes.version;
  ALTER TABLE bench.notes ADD PRIMARY KEY (id), ALTER id SET DEFAULT gen_random_uuid(), ALTER version SET DEFAULT 1,
    ALTER corrected_by SET DEFAULT '{}', ADD FOREIGN KEY (client_id) REFERENCES bench.clients,
    ADD FOREIGN KEY (author_id) REFERENCES employees;
  CREATE INDEX ON bench.notes (client_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
  CREATE INDEX ON bench.notes ((${dayServed})) INCLUDE (author_id) WHERE signed_at IS NULL AND deleted_at IS NULL;
  CREATE TABLE bench.follow_ups AS SELECT * FROM follow_ups;
  ALTER TABLE bench.follow_ups ADD PRIMARY KEY (id), ALTER id SET DEFAULT gen_random_uuid(), ALTER version SET DEFAULT 1,
    ADD FOREIGN KEY (client_id) REFERENCES bench.clients, ADD FOREIGN KEY (note_id) REFERENCES bench.notes,
    ADD FOREIGN KEY (assigned_to) REFERENCES employees, ADD FOREIGN KEY (created_by) REFERENCES employees;
  CREATE INDEX ON bench.follow_ups (assigned_to, "on", id) WHERE done_at IS NULL;
  CREATE INDEX ON bench.follow_ups (client_id, "on", id)`

/** Copies of the product's clients, notes and follow-ups for the other programs, without what its design adds to them. */
export async function makeTables(superuser: pg.Pool): Promise<void> {
  await superuser.query(tables)
}

/** Fields that are not selected by the column of their name. */
const renamed: Record<string, string> = {
  _id: 'id',
  date: 'created_at',
  author: 'author_email',
  editedBy: 'edited_by_email',
  editedById: 'edited_by',
  goals: "coalesce(goals, '{}')",
}

/** The columns of a reply's fields, under the names of the API. */
const columnsOf = ({ shape }: { shape: object }, others: Record<string, string> = {}) =>
  Object.keys(shape)
    .map((field) => `${others[field] ?? renamed[field] ?? `"${columnOf(field)}"`} AS "${field}"`)
    .join(', ')

export const clientColumns = columnsOf(client)
export const listedColumns = columnsOf(clientListItem)
export const noteColumns = columnsOf(note)

const aboutClient = `json_build_object('id', clients.id, 'firstName', clients.first_name, 'lastName', clients.last_name,
  'dateOfBirth', clients.date_of_birth) AS client`

const whens = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices)
    .map(([key, label]) => `WHEN '${key}' THEN '${label}'`)
    .join(' ')

/** The product counts no further than 10,000. */
const withoutNote = (whose: string) => `
  SELECT least(count(*) OVER (), 10000)::integer AS total, ${listedColumns} FROM bench.clients
  WHERE status = 'active' AND deleted_at IS NULL AND (last_note_on IS NULL OR last_note_on < ${monday}) AND ${whose}
  ORDER BY ${quietSince}, sort_last, sort_first, id LIMIT 20`

const followUps = (which: string, limit: number) => `
  SELECT count(*) OVER ()::integer AS total, due.id AS "_id", due.id, client_id AS "clientId",
    note_id AS "noteId", due.on, what, due.assigned_to AS "assignedTo",
    worker.first_name || ' ' || worker.last_name AS "assignedToName", due.created_at AS "createdAt",
    creator.email AS "createdBy", done_at AS "doneAt", NULL AS "doneBy", NULL AS "doneByName", due.version, ${aboutClient}
  FROM bench.follow_ups AS due JOIN bench.clients ON clients.id = client_id
  LEFT JOIN employees AS worker ON worker.id = due.assigned_to LEFT JOIN employees AS creator ON creator.id = created_by
  WHERE ${which} AND done_at IS NULL AND clients.deleted_at IS NULL
  ORDER BY due.on, due.id LIMIT ${limit}`

const emailOf = (id: string) => `(SELECT email FROM employees WHERE employees.id = ${id})`

/** The records of a client, $1, from their table, or from more; `others` are columns that have other names. */
const recordsOf = (
  { list }: { list: { reply: { def: { element: unknown } } } },
  from: string,
  order: string,
  others: Record<string, string> = {},
) => `
  SELECT ${columnsOf(list.reply.def.element as { shape: object }, { createdBy: emailOf('created_by'), editedBy: emailOf('edited_by'), ...others })}
  FROM ${from} WHERE client_id = $1 ORDER BY ${order}`

/** The statements of a client's details, each with a list of rows, the same in both programs. $1 is the client's id. */
export const ofClient = {
  statusHistory: `SELECT from_status AS "from", to_status AS "to", changed_at AS at, email AS by,
      coalesce(first_name || ' ' || last_name, '') AS "byName", happened_on AS "on", reason
    FROM client_status_changes AS change LEFT JOIN employees ON employees.id = changed_by
    WHERE client_id = $1 ORDER BY change.id DESC`,
  assignments: `SELECT employee_id AS "employeeId", worker.first_name || ' ' || worker.last_name AS name,
      started_at AS "from", ended_at AS "to", by.email AS by, coalesce(by.first_name || ' ' || by.last_name, '') AS "byName"
    FROM client_assignments AS period LEFT JOIN employees AS worker ON worker.id = employee_id
    LEFT JOIN employees AS by ON by.id = started_by WHERE client_id = $1 ORDER BY period.id DESC`,
  people: recordsOf(
    peopleEndpoints,
    'people',
    'until DESC NULLS FIRST, relation, fold_name(name) COLLATE "C", id',
  ),
  homes: recordsOf(homeEndpoints, 'homes', 'moved_in_on DESC, left_on DESC NULLS FIRST, id'),
  goals: recordsOf(
    goalEndpoints,
    `goals CROSS JOIN LATERAL (
      SELECT count(*)::integer AS notes, max(${dayServed}) AS last_on FROM bench.notes
      WHERE notes.client_id = goals.client_id AND goals.id = ANY (notes.goals) AND deleted_at IS NULL AND corrected_by = '{}'
    ) AS served`,
    "state = 'mistaken', state <> 'open', agreed_on DESC, created_at, id",
    { lastServedOn: 'last_on' },
  ),
  authorizations: recordsOf(
    authorizationEndpoints,
    `authorizations CROSS JOIN LATERAL (
      SELECT coalesce(sum(minutes), 0)::integer AS used, count(*) FILTER (WHERE minutes IS NULL)::integer AS unmeasured
      FROM bench.notes
      WHERE notes.client_id = authorizations.client_id AND notes.service = authorizations.service
        AND service_date BETWEEN starts_on AND ends_on AND contact IS DISTINCT FROM 'attempt' AND mistaken IS NOT TRUE
        AND deleted_at IS NULL AND corrected_by = '{}'
    ) AS served`,
    'mistaken IS TRUE, ends_on DESC, id',
    {
      usedMinutes: 'used',
      remainingMinutes: 'minutes - used',
      warnings: `CASE WHEN mistaken THEN '{}' ELSE array_remove(ARRAY[
        CASE WHEN ends_on < ${today} THEN 'ended' WHEN ends_on <= ${today} + 30 THEN 'ends-soon' END,
        CASE WHEN used >= minutes THEN 'used-up' WHEN used * 5 >= minutes * 4 THEN 'low' END], NULL) END`,
    },
  ),
  papers: recordsOf(paperEndpoints, 'papers', 'signed_on DESC, id'),
  files: recordsOf(
    fileEndpoints,
    '(SELECT * FROM files WHERE deleted_at IS NULL) AS files',
    'created_at DESC, id',
  ),
  disclosures: `SELECT id AS "_id", id, made_at AS at, email AS by, name AS "byName", recipient, purpose, basis,
      from_day AS "from", to_day AS "to", sha256
    FROM disclosures WHERE client_id = $1 ORDER BY made_at DESC, id DESC`,
}

/** The statements of the dashboards' cards, the same in both programs. $1 is the caller's id; $2 the last day of follow-ups. */
export const cards = {
  ownWithoutNote: withoutNote('assigned_to = $1'),
  withoutNote: withoutNote('true'),
  followUps: followUps('due.assigned_to = $1 AND due.on <= $2', 50),
  followUpsOfClient: followUps('due.client_id = $1', 200),
  drafts: `SELECT drafts.id, key, drafts.version, revision, changed_at AS "changedAt",
      first_name || ' ' || last_name AS about
    FROM drafts LEFT JOIN bench.clients ON clients.id = client_id WHERE employee_id = $1 ORDER BY changed_at DESC`,
  due: `SELECT kind, due.id, due.on, what, ${aboutClient} FROM bench.clients CROSS JOIN LATERAL (
      SELECT 'papers' AS kind, papers.id, client_id, expires_on AS "on",
        CASE papers.kind ${whens(paperFields.kind.choices)} END || coalesce(', to ' || papers.to, '') AS what
      FROM papers WHERE papers.client_id = clients.id AND revoked_on IS NULL AND NOT EXISTS (
        SELECT FROM papers AS newer
        WHERE newer.client_id = papers.client_id AND newer.kind = papers.kind AND newer.revoked_on IS NULL
          AND lower(newer.to) IS NOT DISTINCT FROM lower(papers.to)
          AND coalesce(newer.expires_on, 'infinity') > papers.expires_on
      )
      UNION ALL SELECT 'goals', id, client_id, target_on, text FROM goals WHERE client_id = clients.id AND state = 'open'
      UNION ALL SELECT 'homes', id, client_id, lease_ends_on, 'Lease on the home' FROM homes WHERE client_id = clients.id AND left_on IS NULL
      UNION ALL SELECT 'authorizations', id, client_id, ends_on,
        'Authorization ' || coalesce(number, 'from ' || payer) || ', '
          || CASE service ${whens(authorizationFields.service.choices)} END
      FROM authorizations WHERE client_id = clients.id AND mistaken IS NOT TRUE AND NOT EXISTS (
        SELECT FROM authorizations AS later
        WHERE later.client_id = authorizations.client_id AND later.service = authorizations.service
          AND later.mistaken IS NOT TRUE AND later.starts_on > authorizations.ends_on
      )
    ) AS due
    WHERE clients.assigned_to = $1 AND clients.deleted_at IS NULL AND status IS DISTINCT FROM 'discharged'
      AND due.on <= ${today} + 30
    ORDER BY due.on, due.id LIMIT 200`,
  unread:
    'SELECT count(*)::integer AS count FROM contact_messages WHERE read_at IS NULL AND deleted_at IS NULL',
  workloads: `SELECT worker.id, worker.name, worker.email, coalesce(clients, 0)::integer AS clients,
      coalesce(without_note, 0)::integer AS "withoutNote",
      coalesce(overdue.count, 0)::integer AS "overdueFollowUps", coalesce(unsigned.count, 0)::integer AS "unsignedNotes"
    FROM (
      SELECT id, first_name || ' ' || last_name AS name, email FROM employees WHERE deleted_at IS NULL
      UNION ALL SELECT NULL, NULL, NULL
    ) AS worker
    LEFT JOIN (
      SELECT assigned_to AS id, count(*) AS clients,
        count(*) FILTER (WHERE status = 'active' AND (last_note_on IS NULL OR last_note_on < ${monday})) AS without_note
      FROM bench.clients WHERE deleted_at IS NULL GROUP BY 1
    ) AS caseload ON caseload.id IS NOT DISTINCT FROM worker.id
    LEFT JOIN (
      SELECT assigned_to AS id, count(*) FROM bench.follow_ups WHERE done_at IS NULL AND "on" < ${today} GROUP BY 1
    ) AS overdue ON overdue.id IS NOT DISTINCT FROM worker.id
    LEFT JOIN (
      SELECT author_id AS id, count(*) FROM bench.notes
      WHERE signed_at IS NULL AND deleted_at IS NULL AND ${dayServed} >= ${today} - ${unsignedDays} GROUP BY 1
    ) AS unsigned ON unsigned.id = worker.id
    WHERE clients > 0 OR overdue.count > 0 OR unsigned.count > 0
    ORDER BY fold_name(name) COLLATE "C", worker.id`,
}

type OfClient = keyof typeof ofClient

/** A handler for each of a client's lists. */
export function listsOfClient<Handler>(handlerOf: (name: OfClient) => Handler) {
  return Object.fromEntries(namesOf(ofClient).map((name) => [name, handlerOf(name)])) as Record<
    OfClient,
    Handler
  >
}

export function pageOf(rows: { total: number }[]) {
  return { items: rows.map(({ total, ...item }) => item), total: rows[0]?.total ?? 0 }
}

export function summaryOf(rows: { status: string | null; count: number }[]) {
  const counts: Record<string, number> = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
  for (const { status, count } of rows) counts[status ?? 'Unknown'] = count
  return { range: 'all', total: rows.reduce((sum, { count }) => sum + count, 0), counts }
}
