-- When the newest living note of a client was written: which active clients had none this week, the longest silent
-- first, would otherwise cost a look at every note. Kept by the database, so that no way of writing notes forgets it.

ALTER TABLE clients ADD COLUMN last_note_at timestamptz;

UPDATE clients SET last_note_at = newest.at
FROM (SELECT client_id, max(created_at) AS at FROM notes WHERE deleted_at IS NULL GROUP BY client_id) AS newest
WHERE newest.client_id = clients.id;

-- The columns ride along so that counting needs no look at the clients themselves.
CREATE INDEX clients_longest_silent ON clients (coalesce(last_note_at, created_at), id) INCLUDE (last_note_at, created_at)
  WHERE status = 'active' AND deleted_at IS NULL;

-- Two statements, because one that had to wait for a client's row would go on with the notes as they were before: of two
-- notes deleted side by side, the later deletion would still count the earlier one's. The first takes the rows, always in
-- the same order; the second sees what everybody who held them has left.
CREATE FUNCTION find_last_notes(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM clients WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE clients SET last_note_at = newest.at
  FROM (
    SELECT client.id, (
      SELECT max(created_at) FROM notes WHERE notes.client_id = client.id AND notes.deleted_at IS NULL
    ) AS at
    FROM clients AS client WHERE client.id = ANY (ids)
  ) AS newest
  WHERE clients.id = newest.id AND clients.last_note_at IS DISTINCT FROM newest.at;
END $$;

CREATE FUNCTION notes_added() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM find_last_notes(ARRAY(SELECT DISTINCT client_id FROM added));
  RETURN NULL;
END $$;

CREATE FUNCTION notes_removed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM find_last_notes(ARRAY(SELECT DISTINCT client_id FROM removed WHERE deleted_at IS NULL));
  RETURN NULL;
END $$;

CREATE FUNCTION note_moved() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM find_last_notes(ARRAY[OLD.client_id, NEW.client_id]);
  RETURN NULL;
END $$;

CREATE TRIGGER notes_added AFTER INSERT ON notes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION notes_added();
CREATE TRIGGER notes_removed AFTER DELETE ON notes REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION notes_removed();
-- Row by row, so that an edited text, or a thousand notes whose author is purged, cost nothing here.
CREATE TRIGGER note_moved AFTER UPDATE ON notes FOR EACH ROW
  WHEN ((OLD.client_id, OLD.created_at, OLD.deleted_at) IS DISTINCT FROM (NEW.client_id, NEW.created_at, NEW.deleted_at))
  EXECUTE FUNCTION note_moved();
