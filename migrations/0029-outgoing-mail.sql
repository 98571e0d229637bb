-- Without a next attempt a mail was sent or refused (docs/decisions/0019). `throttling` counts the reset mails that were
-- asked for by a typed address.

ALTER TABLE outbox ALTER COLUMN next_attempt_at DROP NOT NULL;
UPDATE outbox SET next_attempt_at = NULL WHERE sent_at IS NOT NULL OR refused_at IS NOT NULL;

DROP INDEX outbox_waiting;
CREATE INDEX outbox_due ON outbox (next_attempt_at);

ALTER TABLE outbox DROP CONSTRAINT outbox_check, DROP COLUMN refused_at, DROP COLUMN is_forgotten;
ALTER TABLE outbox ADD CHECK ((kind = 'new-message') = (contact_message_id IS NOT NULL));
ALTER TABLE outbox ADD CHECK (num_nonnulls(employee_id, contact_message_id) = 1 OR kind = 'reset');
ALTER TABLE outbox ADD CHECK (sent_at IS NULL OR next_attempt_at IS NULL);
