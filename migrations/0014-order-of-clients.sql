-- The version of the clients (0010) also tells when their order by name changes and the name as a whole does not:
-- 'Mary Ann', 'Lee' becomes 'Mary', 'Ann Lee'. What a search found is remembered under it (docs/decisions/0024).

DROP TRIGGER client_moved ON clients;
CREATE TRIGGER client_moved AFTER UPDATE ON clients FOR EACH ROW
  WHEN ((OLD.status, OLD.deleted_at, OLD.created_at, OLD.search_name, OLD.sort_last, OLD.sort_first)
    IS DISTINCT FROM (NEW.status, NEW.deleted_at, NEW.created_at, NEW.search_name, NEW.sort_last, NEW.sort_first))
  EXECUTE FUNCTION client_moved();
