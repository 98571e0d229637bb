-- Who wrote each text of a note. The address alone may belong to someone else later; texts that were written before this
-- migration have only that, except a note's first.
ALTER TABLE notes ADD COLUMN edited_by uuid REFERENCES employees;
ALTER TABLE note_versions ADD COLUMN author_id uuid REFERENCES employees;

UPDATE note_versions SET author_id = notes.author_id
FROM notes WHERE notes.id = note_versions.note_id AND note_versions.version = 1;
