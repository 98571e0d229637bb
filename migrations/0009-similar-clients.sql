-- Whether somebody is on record already is asked while a form is filled in: of those born on the same day only a
-- handful is compared by name.

CREATE INDEX clients_by_birth_date ON clients (date_of_birth) WHERE deleted_at IS NULL;
