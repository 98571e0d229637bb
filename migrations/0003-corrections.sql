-- A correction keeps naming the note that it corrects after that one was purged: its audit digest covers the id.
ALTER TABLE notes DROP CONSTRAINT notes_corrects_fkey;
