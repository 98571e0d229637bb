-- Two-step sign-in (docs/decisions/0061). The secret of the authenticator app is encrypted with a key outside the database;
-- until a code has confirmed it, `two_step_at` is null and signing in does not ask for one.
ALTER TABLE employees
  ADD COLUMN two_step_secret bytea,
  ADD COLUMN two_step_at timestamptz CHECK (two_step_at IS NULL OR two_step_secret IS NOT NULL),
  -- The time step of the last code, in 30 seconds since 1970: no code works twice.
  ADD COLUMN two_step_last integer,
  -- SHA-256 of the codes that are left.
  ADD COLUMN recovery_codes bytea[] NOT NULL DEFAULT '{}';

ALTER TABLE sessions
  -- Null until the password is confirmed again after the sign-in.
  ADD COLUMN confirmed_at timestamptz,
  -- Such as 'Firefox on Windows'; null for sessions of earlier releases.
  ADD COLUMN device text;

ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('set-up', 'reset', 'new-message', 'password-changed',
  'two-step-set-up', 'two-step-removed', 'two-step-reset'));
