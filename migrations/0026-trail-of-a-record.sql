-- Who has seen a record, newest first, a page at a time: the indexes of a record's rows and of those about a client's notes
-- are in that order.

DROP INDEX audit_events_of_record;
DROP INDEX audit_events_of_client;
CREATE INDEX audit_events_of_record ON audit_events (record_id, at, id) WHERE record_id IS NOT NULL;
CREATE INDEX audit_events_of_client ON audit_events ((details->>'client'), at, id) WHERE details->>'client' IS NOT NULL;
