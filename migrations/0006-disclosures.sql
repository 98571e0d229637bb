-- Each record packet that was made, and for whom.
CREATE TABLE disclosures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  made_at timestamptz NOT NULL,
  -- As they were at that time; without an email address, the operator's account on the server.
  email text,
  name text NOT NULL,
  recipient text NOT NULL,
  purpose text NOT NULL,
  -- The period; NULL where it is open.
  from_day date,
  to_day date,
  -- Of record.pdf, in hexadecimal.
  sha256 text NOT NULL
);

CREATE INDEX disclosures_of_client ON disclosures (client_id, id);
