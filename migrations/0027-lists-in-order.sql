-- Lists of clients by their last note are read from this index. Since then a newer note touches an index, too.
CREATE INDEX last_notes_in_order ON last_notes (last_note_at, client_id);

-- Deleted records in the order in which the portal lists them. Existing records are not in these indexes.
CREATE INDEX clients_deleted ON clients (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX notes_deleted ON notes (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX employees_deleted ON employees (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX contact_messages_deleted ON contact_messages (deleted_at, id) WHERE deleted_at IS NOT NULL;
