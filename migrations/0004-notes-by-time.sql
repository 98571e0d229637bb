-- For what was written lately, whoever the client is.
CREATE INDEX notes_by_time ON notes (created_at) WHERE deleted_at IS NULL;
