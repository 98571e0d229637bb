-- Which contact messages somebody has seen to: for everybody who reads them, not for one person alone.

ALTER TABLE contact_messages ADD COLUMN read_at timestamptz;

CREATE INDEX contact_messages_unread ON contact_messages (id) WHERE read_at IS NULL AND deleted_at IS NULL;
