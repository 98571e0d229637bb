-- Instead of a link for each row of the audit trail, each row carries a digest that the program makes with a key outside
-- the database, and a seal lists the rows of a moment (docs/decisions/0054). Rows of earlier releases have no digest.

ALTER TABLE audit_events ADD COLUMN digest bytea;

CREATE TABLE audit_seals (
  -- Numbers the seals without a gap.
  seq bigint PRIMARY KEY,
  sealed_at timestamptz(3) NOT NULL,
  event_ids int8multirange NOT NULL,
  -- Numbers that were drawn within the last hour and had no row yet: their transactions may still be committed.
  missing int8multirange NOT NULL,
  -- Every row up to this number is listed, missing, or not waited for any more.
  up_to bigint NOT NULL,
  -- Lists rows without a digest, of the chain that earlier releases made.
  is_former boolean NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  key_id text NOT NULL
);

CREATE INDEX audit_seals_by_time ON audit_seals (sealed_at);

CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
