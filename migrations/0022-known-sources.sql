-- From where an employee has signed in before, as keyed hashes: networks, and browsers by their cookie `device`. Failed
-- sign-ins of other people do not delay somebody who comes from there.
ALTER TABLE known_networks RENAME TO known_sources;
ALTER TABLE known_sources RENAME COLUMN network TO source;
ALTER TABLE known_sources RENAME COLUMN last_at TO expires_at;
UPDATE known_sources SET expires_at = expires_at + interval '90 days';
ALTER TABLE known_sources RENAME CONSTRAINT known_networks_pkey TO known_sources_pkey;
ALTER TABLE known_sources RENAME CONSTRAINT known_networks_employee_id_fkey TO known_sources_employee_id_fkey;
