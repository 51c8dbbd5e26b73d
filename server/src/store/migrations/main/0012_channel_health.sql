-- The last failure of a channel's test, or of a call that the upstream refused; 0 and empty after a test that was answered.
ALTER TABLE channels ADD COLUMN failed_time BIGINT NOT NULL DEFAULT 0;
ALTER TABLE channels ADD COLUMN failure_reason TEXT NOT NULL DEFAULT '';
-- When the super administrator was last told that the upstream refuses the channel's calls.
ALTER TABLE channels ADD COLUMN refusal_told_time BIGINT NOT NULL DEFAULT 0;
