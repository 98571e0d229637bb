-- The key (AES, 256 bits) that encrypts what the employee has typed in a browser and not yet saved. Two random ids hold 244
-- random bits. The default is computed for each row, so that existing employees get different keys, too.

ALTER TABLE employees ADD COLUMN draft_key bytea NOT NULL
  DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
