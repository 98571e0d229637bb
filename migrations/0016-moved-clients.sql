-- Since when a client is where the list shows it: what a process knows of all names follows the database by this
-- (docs/decisions/0027). A note, an address and a look leave it as it is.

ALTER TABLE clients ADD COLUMN moved_in xid8 NOT NULL DEFAULT '0';

CREATE FUNCTION client_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.moved_in := pg_current_xact_id();
  RETURN NEW;
END $$;

-- Whatever a writer gives: the number of a transaction means nothing in the database that a backup is restored to.
CREATE TRIGGER client_comes BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION client_moves();
CREATE TRIGGER client_moves BEFORE UPDATE ON clients FOR EACH ROW
  WHEN ((OLD.status, OLD.deleted_at, OLD.created_at, OLD.first_name, OLD.last_name)
    IS DISTINCT FROM (NEW.status, NEW.deleted_at, NEW.created_at, NEW.first_name, NEW.last_name))
  EXECUTE FUNCTION client_moves();

CREATE INDEX clients_by_move ON clients (moved_in);
