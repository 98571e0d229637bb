-- When the newest existing note of a client was written. A table of its own, so that a note leaves the client's row and its
-- indexes alone. Whoever adds or removes notes writes it in the same transaction (src/server/notes/store.ts); clients
-- without a note have no row. No index holds the time, and pages keep room, so that a newer note touches no index.

CREATE TABLE last_notes (
  client_id uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  last_note_at timestamptz NOT NULL
) WITH (fillfactor = 70);

INSERT INTO last_notes (client_id, last_note_at)
SELECT client_id, max(created_at) FROM notes WHERE deleted_at IS NULL GROUP BY client_id;
