CREATE TABLE logs (
  id {id},
  user_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  type SMALLINT NOT NULL,
  content TEXT NOT NULL DEFAULT '',
  username TEXT NOT NULL DEFAULT '',
  token_name TEXT NOT NULL DEFAULT '',
  model_name TEXT NOT NULL DEFAULT '',
  quota BIGINT NOT NULL DEFAULT 0,
  prompt_tokens BIGINT NOT NULL DEFAULT 0,
  completion_tokens BIGINT NOT NULL DEFAULT 0,
  use_time BIGINT NOT NULL DEFAULT 0,
  is_stream SMALLINT NOT NULL DEFAULT 0 CHECK (is_stream IN (0, 1)),
  channel BIGINT NOT NULL DEFAULT 0,
  token_id BIGINT NOT NULL DEFAULT 0,
  "group" TEXT NOT NULL DEFAULT '',
  other TEXT NOT NULL DEFAULT '',
  request_id TEXT NOT NULL DEFAULT ''
);

CREATE INDEX logs_by_user_time ON logs (user_id, created_at);
CREATE INDEX logs_by_time_type ON logs (created_at, type);
CREATE INDEX logs_by_token_time ON logs (token_id, created_at);
-- A request is consumed once, so that writing its row again after a crash changes nothing.
CREATE UNIQUE INDEX logs_one_consumption_per_request ON logs (request_id) WHERE type = 2 AND request_id <> '';
