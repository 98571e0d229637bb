import { expect } from 'vitest'
import { ownerRole } from '#server/database/embedded/roles.ts'

/** What the app's role may not do to the audit trail and to what protects it. */
export const forbiddenToApp = [
  "UPDATE audit_events SET action = 'x'",
  'DELETE FROM audit_events',
  'TRUNCATE audit_events',
  'DROP TABLE audit_events CASCADE',
  'ALTER TABLE audit_events DISABLE TRIGGER user',
  'ALTER TABLE audit_events RENAME TO gone',
  'CREATE TRIGGER quiet BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  "INSERT INTO audit_events (id, at, action, record_kind, digest) OVERRIDING SYSTEM VALUE VALUES (9, now(), 'x', 'y', '')",
  "SELECT setval('audit_events_id_seq', 77)",
  'UPDATE audit_seals SET seq = seq + 1',
  'DELETE FROM audit_seals',
  'TRUNCATE audit_seals',
  'DROP TABLE audit_seals CASCADE',
  'ALTER TABLE audit_seals DISABLE TRIGGER user',
  'DELETE FROM migrations',
  "SET session_replication_role = 'replica'",
  `SET ROLE ${ownerRole}`,
  'CREATE TABLE mine (number integer)',
  'CREATE TEMP TABLE audit_events (LIKE public.audit_events)',
  'CREATE EXTENSION file_fdw',
]

/** How PostgreSQL refuses it: by the role's rights, before the triggers of the tables. */
export const forbidden = { code: '42501', message: expect.not.stringContaining('append-only') }
