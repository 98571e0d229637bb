-- How often somebody has done what is allowed a few times only, such as sending contact messages (decision 41).
-- The key is a keyed hash of who it was: nobody's network address stands here. The columns, in this order, are those
-- that rate-limiter-flexible works with; `expire` is in milliseconds since 1970. Rows are removed once they have expired.

CREATE TABLE throttling (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expire bigint NOT NULL
);

CREATE INDEX throttling_expired ON throttling (expire);
