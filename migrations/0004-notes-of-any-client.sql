-- Purging a client makes PostgreSQL look for notes that still name it, deleted ones too: without this index it reads
-- all notes for each client. notes_of_client serves the screens, and knows living notes only.

CREATE INDEX notes_of_any_client ON notes (client_id);
