-- A mail that tells staff of a contact message (docs/decisions/0023). It is about the message, whose sender it names when
-- it is written, and goes to an address of the organisation data, which need not be an employee's.

ALTER TABLE outbox ADD COLUMN contact_message_id uuid REFERENCES contact_messages;

ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('set-up', 'reset', 'new-message'));

ALTER TABLE outbox DROP CONSTRAINT outbox_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_check CHECK (
  CASE kind
    WHEN 'new-message' THEN contact_message_id IS NOT NULL AND employee_id IS NULL AND NOT is_forgotten
    ELSE contact_message_id IS NULL AND (employee_id IS NOT NULL OR is_forgotten)
  END
);

CREATE INDEX outbox_of_message ON outbox (contact_message_id) WHERE contact_message_id IS NOT NULL;
