-- The roles and the database, for psql on a new PostgreSQL server: the owner migrates, and the app's role owns no table.
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv app_password APP_PASSWORD
CREATE ROLE stable_housing_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE stable_housing LOGIN PASSWORD :'app_password';
CREATE DATABASE stable_housing OWNER stable_housing_owner TEMPLATE template0 ENCODING 'UTF8';
