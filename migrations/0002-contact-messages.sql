-- What visitors write by the website's contact form (§3). They are records like others: deleted ones keep their row.

CREATE TABLE contact_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL,
  message text NOT NULL,
  received_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  deleted_by uuid REFERENCES employees
);

CREATE INDEX contact_messages_newest_first ON contact_messages (received_at DESC, id DESC) WHERE deleted_at IS NULL;
