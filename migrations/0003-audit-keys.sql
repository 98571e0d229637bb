-- Which key sealed a link of the audit chain (docs/decisions/0011): secrets are changed now and then, and links
-- sealed with the former one must still be told from forged ones. No link has been written before this migration.

ALTER TABLE audit_links ADD COLUMN key_id text NOT NULL;
