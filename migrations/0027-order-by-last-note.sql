-- Lists of clients by their last note are read from this index. Since then a newer note touches an index, too.
CREATE INDEX last_notes_in_order ON last_notes (last_note_at, client_id);
