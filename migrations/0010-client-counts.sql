-- How many living clients there are by status, without counting them at each look (docs/decisions/0021). Nobody's row is
-- updated: each change adds a row of its own, so that writers never wait for each other, and the sum over all rows is
-- exact in every snapshot. Now and then some rows are put together into one.

CREATE TABLE client_counts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  status text,
  -- How many came; less than nothing when they went.
  clients integer NOT NULL,
  -- A random number of this change. The sum of all stamps is a version of everything that a list of clients is narrowed
  -- by: who sees the same sum again sees the same clients, names, statuses and dates. It never overflows.
  stamp numeric NOT NULL
);

CREATE FUNCTION count_clients(status text, clients integer) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  place bigint;
BEGIN
  INSERT INTO client_counts (status, clients, stamp) VALUES ($1, $2, 1 + floor(random() * 1e15)::numeric)
    RETURNING id INTO place;
  IF place % 50 <> 0 THEN RETURN; END IF;
  -- Rows that somebody else puts together at this moment are skipped, so that nobody waits.
  WITH taken AS (
    DELETE FROM client_counts WHERE id IN (SELECT id FROM client_counts FOR UPDATE SKIP LOCKED)
    RETURNING client_counts.status, client_counts.clients, client_counts.stamp
  )
  INSERT INTO client_counts (status, clients, stamp)
  SELECT taken.status, sum(taken.clients), sum(taken.stamp) FROM taken GROUP BY taken.status;
END $$;

CREATE FUNCTION clients_added() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM count_clients(status, count(*)::integer) FROM added WHERE deleted_at IS NULL GROUP BY status;
  RETURN NULL;
END $$;

CREATE FUNCTION clients_removed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM count_clients(status, -count(*)::integer) FROM removed WHERE deleted_at IS NULL GROUP BY status;
  RETURN NULL;
END $$;

CREATE FUNCTION client_moved() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.deleted_at IS NULL THEN PERFORM count_clients(OLD.status, -1); END IF;
  IF NEW.deleted_at IS NULL THEN PERFORM count_clients(NEW.status, 1); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION clients_emptied() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM count_clients(status, -sum(clients)::integer) FROM client_counts GROUP BY status;
  RETURN NULL;
END $$;

CREATE TRIGGER clients_added AFTER INSERT ON clients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION clients_added();
CREATE TRIGGER clients_removed AFTER DELETE ON clients REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION clients_removed();
-- Row by row, so that what is no part of any filter costs nothing here, such as when the last note was written.
CREATE TRIGGER client_moved AFTER UPDATE ON clients FOR EACH ROW
  WHEN ((OLD.status, OLD.deleted_at, OLD.created_at, OLD.search_name)
    IS DISTINCT FROM (NEW.status, NEW.deleted_at, NEW.created_at, NEW.search_name))
  EXECUTE FUNCTION client_moved();
CREATE TRIGGER clients_emptied AFTER TRUNCATE ON clients FOR EACH STATEMENT EXECUTE FUNCTION clients_emptied();

SELECT count_clients(status, count(*)::integer) FROM clients WHERE deleted_at IS NULL GROUP BY status;

-- Who came in the last 7 or 30 days, by status, without a look at the clients themselves.
CREATE INDEX clients_by_arrival ON clients (created_at) INCLUDE (status) WHERE deleted_at IS NULL;

-- New names go into the index at once: in the list of those that wait for it, every search would look them up one by one.
-- A note makes a new row of its client too, so that this list was never empty.
ALTER INDEX clients_by_name SET (fastupdate = off);
