-- How often somebody has failed to sign in lately, and when the next attempt is heard (decision 41). The key is a keyed
-- hash of the address, of the e-mail, or of both: neither stands here. Rows are removed once they have expired.

CREATE TABLE failed_attempts (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  open_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX failed_attempts_expired ON failed_attempts (expires_at);

-- From which networks a person has signed in before, as keyed hashes: whoever guesses passwords from elsewhere can't
-- keep that person out.
CREATE TABLE known_networks (
  employee_id uuid NOT NULL REFERENCES employees,
  network text NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (employee_id, network)
);
