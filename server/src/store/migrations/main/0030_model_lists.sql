-- How the model lists of upstreams are watched. The row of channel 0 holds for every channel without a row. The row of a
-- deleted channel stays, because the deletion can be undone.
CREATE TABLE model_list_settings (
  channel_id BIGINT PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('off', 'propose', 'follow')),
  hours INT NOT NULL CHECK (hours > 0),
  -- JSON: patterns of model names; none means all.
  patterns TEXT NOT NULL,
  -- The administrator in whose name following changes channels.
  actor_id BIGINT NOT NULL,
  actor_name TEXT NOT NULL,
  set_at BIGINT NOT NULL
);

-- The newest reading of each channel's list.
CREATE TABLE model_list_readings (
  channel_id BIGINT PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
  read_at BIGINT NOT NULL,
  result TEXT NOT NULL CHECK (result IN ('ok', 'failed', 'empty', 'shrunk', 'too_long')),
  reason TEXT NOT NULL,
  listed INT NOT NULL,
  unusable INT NOT NULL,
  -- Usable names in the newest reading that counted.
  counted INT NOT NULL,
  -- A short text that differs for another upstream.
  upstream TEXT NOT NULL,
  -- JSON: names that the upstream listed while the channel served them; how many readings in a row were without each, and when it
  -- was removed from the channel.
  known TEXT NOT NULL
);

-- Models that appeared in a list or vanished from it. One that was ignored once stays until the list has changed back.
CREATE TABLE model_list_proposals (
  id {id},
  channel_id BIGINT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('appeared', 'vanished')),
  model TEXT NOT NULL,
  upstream_model TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'ignored')),
  first_seen_at BIGINT NOT NULL,
  -- Readings in a row in which it did not hold.
  missed INT NOT NULL,
  taken_back SMALLINT NOT NULL CHECK (taken_back IN (0, 1))
);
CREATE UNIQUE INDEX model_list_proposals_by_model ON model_list_proposals (channel_id, kind, model);

-- Names and patterns that are never proposed; of channel 0: for all channels.
CREATE TABLE ignored_models (
  id {id},
  channel_id BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('appeared', 'vanished')),
  pattern TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX ignored_models_by_pattern ON ignored_models (channel_id, kind, pattern);
