-- How a key is chosen where a channel has several: 'random' or 'polling' (in turn); empty where it has the one of its row.
ALTER TABLE channels ADD COLUMN multi_key_mode TEXT NOT NULL DEFAULT '' CHECK (multi_key_mode IN ('', 'random', 'polling'));

-- The keys of a channel that has several. The row of the channel holds the first of them as well.
CREATE TABLE channel_keys (
  id {id},
  channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  key_cipher TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  status SMALLINT NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  -- Why it is disabled.
  reason TEXT NOT NULL DEFAULT '',
  status_time BIGINT NOT NULL DEFAULT 0,
  last_error TEXT NOT NULL DEFAULT '',
  last_error_time BIGINT NOT NULL DEFAULT 0,
  -- Figures to show; the books count by channel.
  used_quota BIGINT NOT NULL DEFAULT 0,
  calls BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX channel_keys_by_channel ON channel_keys (channel_id, position);
CREATE INDEX channel_keys_by_key ON channel_keys (key_hash);

-- Channels and keys that get no calls for a while because they failed. A channel as a whole has key 0. A row whose time is
-- over stays until a call has succeeded: that call is let through alone.
CREATE TABLE cooling (
  channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  key_id BIGINT NOT NULL,
  until BIGINT NOT NULL,
  -- How often in a row; each pause is longer than the one before.
  pauses INT NOT NULL,
  reason TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (channel_id, key_id)
);

-- The key that a task was submitted with, which alone can be asked about it; 0 where its channel has one key.
ALTER TABLE tasks ADD COLUMN key_id BIGINT NOT NULL DEFAULT 0;

-- Calls of conversations that are kept on one channel: how many there were, how many went where the conversation was, and
-- what reading their prompts from a cache saved. Figures to show.
CREATE TABLE sticky_figures (
  channel_id BIGINT PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
  calls BIGINT NOT NULL,
  hits BIGINT NOT NULL,
  saved BIGINT NOT NULL
);
