-- The audit trail is read by time, by person, by record, and by client whose notes it is about. Nothing looked for a kind
-- of record together with its id.

DROP INDEX audit_events_of_record;
CREATE INDEX audit_events_in_order ON audit_events (at, id);
CREATE INDEX audit_events_of_actor ON audit_events (actor_id, at, id);
CREATE INDEX audit_events_of_record ON audit_events (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX audit_events_of_client ON audit_events ((details->>'client')) WHERE details->>'client' IS NOT NULL;
