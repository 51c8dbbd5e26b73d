-- Calls per hour and everything they are filtered by: sums and counts of the log are read here, never row by row. Written
-- with the log rows, in their transaction.
-- sqlite:
CREATE TABLE usage_hours (
  hour BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL,
  channel_id BIGINT NOT NULL,
  model_name TEXT NOT NULL,
  "group" TEXT NOT NULL,
  username TEXT NOT NULL,
  token_name TEXT NOT NULL,
  calls BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  use_seconds BIGINT NOT NULL,
  first_calls BIGINT NOT NULL,
  first_ms BIGINT NOT NULL,
  PRIMARY KEY (hour, user_id, token_id, channel_id, model_name, "group", username, token_name)
) WITHOUT ROWID;

-- postgres:
CREATE TABLE usage_hours (
  hour BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL,
  channel_id BIGINT NOT NULL,
  model_name TEXT NOT NULL,
  "group" TEXT NOT NULL,
  username TEXT NOT NULL,
  token_name TEXT NOT NULL,
  calls BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  use_seconds BIGINT NOT NULL,
  first_calls BIGINT NOT NULL,
  first_ms BIGINT NOT NULL,
  PRIMARY KEY (hour, user_id, token_id, channel_id, model_name, "group", username, token_name)
);

CREATE INDEX usage_hours_by_user ON usage_hours (user_id, hour);

-- The same by day (UTC), under the first hour of the day: a month has a twenty-fourth of the rows.
-- sqlite:
CREATE TABLE usage_days (
  hour BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL,
  channel_id BIGINT NOT NULL,
  model_name TEXT NOT NULL,
  "group" TEXT NOT NULL,
  username TEXT NOT NULL,
  token_name TEXT NOT NULL,
  calls BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  use_seconds BIGINT NOT NULL,
  first_calls BIGINT NOT NULL,
  first_ms BIGINT NOT NULL,
  PRIMARY KEY (hour, user_id, token_id, channel_id, model_name, "group", username, token_name)
) WITHOUT ROWID;

-- postgres:
CREATE TABLE usage_days (
  hour BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL,
  channel_id BIGINT NOT NULL,
  model_name TEXT NOT NULL,
  "group" TEXT NOT NULL,
  username TEXT NOT NULL,
  token_name TEXT NOT NULL,
  calls BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  use_seconds BIGINT NOT NULL,
  first_calls BIGINT NOT NULL,
  first_ms BIGINT NOT NULL,
  PRIMARY KEY (hour, user_id, token_id, channel_id, model_name, "group", username, token_name)
);

CREATE INDEX usage_days_by_user ON usage_days (user_id, hour);

-- The hours of everyone together, for the charts of administrators.
-- sqlite:
CREATE TABLE usage_model_hours (
  hour BIGINT NOT NULL,
  model_name TEXT NOT NULL,
  calls BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  use_seconds BIGINT NOT NULL,
  first_calls BIGINT NOT NULL,
  first_ms BIGINT NOT NULL,
  PRIMARY KEY (hour, model_name)
) WITHOUT ROWID;

-- postgres:
CREATE TABLE usage_model_hours (
  hour BIGINT NOT NULL,
  model_name TEXT NOT NULL,
  calls BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  prompt_tokens BIGINT NOT NULL,
  completion_tokens BIGINT NOT NULL,
  use_seconds BIGINT NOT NULL,
  first_calls BIGINT NOT NULL,
  first_ms BIGINT NOT NULL,
  PRIMARY KEY (hour, model_name)
);

-- Log rows up to this id were written before the hours were, and are added by a job, newest first. 0 or no row: all are.
CREATE TABLE usage_hours_fill (next_id BIGINT NOT NULL);
-- sqlite:
INSERT INTO usage_hours_fill SELECT seq FROM sqlite_sequence WHERE name = 'logs';
-- postgres:
INSERT INTO usage_hours_fill SELECT last_value FROM pg_sequences
WHERE schemaname = current_schema() AND sequencename = 'logs_id_seq' AND last_value IS NOT NULL;
