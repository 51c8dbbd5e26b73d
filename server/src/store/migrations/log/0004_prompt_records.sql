-- Prompts and answers of calls whose token or group records them, compressed and sealed: see sealed-record.ts.
CREATE TABLE prompt_records (
  request_id TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  -- By whose terms: token or group.
  kept_by TEXT NOT NULL,
  cut SMALLINT NOT NULL CHECK (cut IN (0, 1)),
  redacted SMALLINT NOT NULL CHECK (redacted IN (0, 1)),
  sampled SMALLINT NOT NULL CHECK (sampled IN (0, 1)),
  -- Bytes of the four sides, before they were cut.
  size BIGINT NOT NULL,
  sealed BYTEA NOT NULL
);

CREATE INDEX prompt_records_by_expiry ON prompt_records (expires_at);
CREATE INDEX prompt_records_by_user_token ON prompt_records (user_id, token_id);
