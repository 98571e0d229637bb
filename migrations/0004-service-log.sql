-- What was served or written in a period, whoever the client is.
CREATE INDEX notes_by_time ON notes (created_at) WHERE deleted_at IS NULL;
CREATE INDEX notes_by_service_date ON notes (service_date) WHERE service_date IS NOT NULL AND deleted_at IS NULL;

-- The same for texts that differ in case and spaces only.
CREATE FUNCTION text_key(text text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN md5(btrim(regexp_replace(lower(text), '\s+', ' ', 'g')));

CREATE INDEX notes_by_text ON notes (author_id, text_key(text)) WHERE char_length(text) >= 200 AND deleted_at IS NULL;
