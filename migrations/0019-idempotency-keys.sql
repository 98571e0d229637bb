-- What was created under an Idempotency-Key, for 24 hours. A row is written in the record's own transaction. Key and body are
-- keyed hashes: the table tells neither who asked nor what was sent.

CREATE TABLE idempotency_keys (
  key_hash bytea PRIMARY KEY,
  body_hash bytea NOT NULL,
  status smallint NOT NULL,
  record_id uuid NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
