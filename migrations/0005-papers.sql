-- What was signed, by whom it may be used and until when; the paper itself is kept elsewhere.
CREATE TABLE papers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  kind text NOT NULL,
  to_whom text,
  purpose text,
  kept_at text,
  signed_on date NOT NULL,
  expires_on date,
  revoked_on date,
  created_at timestamptz NOT NULL,
  created_by uuid REFERENCES employees ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX papers_of_client ON papers (client_id, signed_on DESC, id);
CREATE INDEX papers_by_expiry ON papers (expires_on) WHERE expires_on IS NOT NULL AND revoked_on IS NULL;
