-- A mail's text and its one-time link are made when it is sent, so that no working link ever stands in the database.
-- What waits is only what the mail is about (docs/decisions/0019). Nothing was stored in this table before.

ALTER TABLE outbox DROP COLUMN subject, DROP COLUMN body_text, DROP COLUMN body_html;
ALTER TABLE outbox ADD COLUMN kind text NOT NULL CHECK (kind IN ('set-up', 'reset'));
-- Null until it has been looked up whose the address is that somebody typed.
ALTER TABLE outbox ADD COLUMN employee_id uuid REFERENCES employees;
-- Asked for by whoever typed the address, not by somebody who was signed in.
ALTER TABLE outbox ADD COLUMN is_forgotten boolean NOT NULL DEFAULT false;
-- Until then one instance is sending it, and renews this as long as it does.
ALTER TABLE outbox ADD COLUMN claimed_until timestamptz;
ALTER TABLE outbox ADD CHECK (employee_id IS NOT NULL OR is_forgotten);

CREATE INDEX outbox_of_employee ON outbox (employee_id);
