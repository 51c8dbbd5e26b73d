CREATE TABLE channels (
  id {id},
  type BIGINT NOT NULL,
  key_cipher TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  openai_organization TEXT NOT NULL DEFAULT '',
  test_model TEXT NOT NULL DEFAULT '',
  status SMALLINT NOT NULL DEFAULT 1 CHECK (status IN (0, 1, 2, 3)),
  name TEXT NOT NULL,
  weight BIGINT NOT NULL DEFAULT 0 CHECK (weight >= 0),
  priority BIGINT NOT NULL DEFAULT 0,
  created_time BIGINT NOT NULL,
  test_time BIGINT NOT NULL DEFAULT 0,
  response_time BIGINT NOT NULL DEFAULT 0,
  base_url TEXT NOT NULL DEFAULT '',
  other TEXT NOT NULL DEFAULT '',
  -- Dollars as the upstream reports them: a figure to show, not our money.
  balance DOUBLE PRECISION NOT NULL DEFAULT 0,
  balance_updated_time BIGINT NOT NULL DEFAULT 0,
  models TEXT NOT NULL DEFAULT '',
  "group" TEXT NOT NULL DEFAULT 'default',
  used_quota BIGINT NOT NULL DEFAULT 0
    CHECK (used_quota BETWEEN 0 AND 9007199254740991 AND used_quota = CAST(used_quota AS BIGINT)),
  model_mapping TEXT NOT NULL DEFAULT '',
  status_code_mapping TEXT NOT NULL DEFAULT '',
  auto_ban SMALLINT NOT NULL DEFAULT 1 CHECK (auto_ban IN (0, 1)),
  other_info TEXT NOT NULL DEFAULT '',
  tag TEXT,
  setting TEXT NOT NULL DEFAULT '',
  max_input_tokens BIGINT NOT NULL DEFAULT 0 CHECK (max_input_tokens >= 0)
);

-- Not unique: one upstream key may serve several channels.
CREATE INDEX channels_by_key ON channels (key_hash);
CREATE INDEX channels_by_tag ON channels (tag);

CREATE TABLE abilities (
  "group" TEXT NOT NULL,
  model TEXT NOT NULL,
  channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  enabled SMALLINT NOT NULL CHECK (enabled IN (0, 1)),
  priority BIGINT NOT NULL DEFAULT 0,
  weight BIGINT NOT NULL DEFAULT 0 CHECK (weight >= 0),
  tag TEXT,
  PRIMARY KEY ("group", model, channel_id)
);

CREATE INDEX abilities_by_channel ON abilities (channel_id);
CREATE INDEX abilities_by_tag ON abilities (tag);
