-- Clients are searched, ordered and counted in plain SQL (docs/decisions/0048). What kept copies of them goes.

DROP TRIGGER clients_added ON clients;
DROP TRIGGER clients_removed ON clients;
DROP TRIGGER client_moved ON clients;
DROP TRIGGER clients_emptied ON clients;
DROP TRIGGER client_comes ON clients;
DROP TRIGGER client_moves ON clients;
DROP TRIGGER notes_added ON notes;
DROP TRIGGER notes_removed ON notes;
DROP TRIGGER note_moved ON notes;
DROP FUNCTION clients_added, clients_removed, client_moved, clients_emptied, client_moves;
DROP FUNCTION notes_added, notes_removed, note_moved, count_clients, find_last_notes;
DROP TABLE client_counts;

DROP INDEX clients_in_order, clients_by_name, clients_longest_silent, clients_by_arrival, clients_by_move;
ALTER TABLE clients DROP COLUMN last_note_at, DROP COLUMN moved_in, DROP COLUMN search_name;

-- As names are searched: blind to case, accents, apostrophes and hyphens. 'Siobhán O’Neill-Abdi' → 'siobhan oneillabdi'.
-- Apostrophes and hyphens of all kinds go first, because fold_name() makes a blank of some of them.
CREATE FUNCTION search_text(name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN public.fold_name(translate(
    name,
    U&'''`\00B4\2018\2019\201B\02B9\02BB\02BC\02BD\02BE\02BF\02C8\02CA\02CB\2032\2035\A78B\A78C\FF07\FF40'
      '-\00AD\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D',
    ''
  ));

-- The LIKE pattern that finds a part of a searched name; what it holds of %, _ and \ is taken literally.
CREATE FUNCTION search_pattern(part text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(public.search_text(part), '([\\%_])', '\\\1', 'g') || '%';

ALTER TABLE clients ADD COLUMN search text COLLATE "C"
  GENERATED ALWAYS AS (search_text(first_name || ' ' || last_name)) STORED;

-- With what lists are narrowed by, so that a page is found without a look at the clients that are not on it.
CREATE INDEX clients_in_order ON clients (sort_last, sort_first, id) INCLUDE (search, status) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_name ON clients USING gin (search gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_phone ON clients USING gin (phone gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_status ON clients (status) WHERE deleted_at IS NULL;
CREATE INDEX clients_by_arrival ON clients (created_at, id) INCLUDE (status) WHERE deleted_at IS NULL;
