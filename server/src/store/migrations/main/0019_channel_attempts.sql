-- The newest attempts of relayed calls on a channel, as each process has seen them: one row for each, written every few
-- seconds while calls arrive. The rows of all processes together are the channel's history.
CREATE TABLE channel_attempts (
  channel_id BIGINT NOT NULL,
  process TEXT NOT NULL,
  -- The time of the newest one.
  newest BIGINT NOT NULL,
  -- How many of the newest few failed: channels without a failure need not be read to know that they do not fail.
  recent_failures INT NOT NULL,
  -- JSON, see attempt-text.ts.
  attempts TEXT NOT NULL,
  PRIMARY KEY (channel_id, process)
);

CREATE INDEX channel_attempts_with_failures ON channel_attempts (channel_id, recent_failures) WHERE recent_failures > 0;

-- What happened before says nothing about the channel: its key or address was changed, or it was enabled again.
ALTER TABLE channels ADD COLUMN judged_from BIGINT NOT NULL DEFAULT 0;
