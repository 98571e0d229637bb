-- Where an audit row came from: the session, a keyed hash of the network, and the request, whose id the log has, too. Rows
-- of earlier releases, and rows that no request caused, have none.

ALTER TABLE audit_events
  ADD COLUMN session_id uuid,
  ADD COLUMN network text,
  ADD COLUMN request_id uuid;
