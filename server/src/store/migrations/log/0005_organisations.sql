-- The organisation that pays for a call; 0 where its user does.
ALTER TABLE logs ADD COLUMN account_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE prompt_records ADD COLUMN account_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX logs_by_account_time ON logs (account_id, created_at) WHERE account_id <> 0;
