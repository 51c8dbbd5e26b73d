-- When a scheduled price change got its present prices and time. Users are told about it some minutes later.
ALTER TABLE price_changes ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;

-- Which users were told about which scheduled price change. The row is written before the notification is sent, so that no
-- instance sends it again.
CREATE TABLE price_notices (
  user_id BIGINT NOT NULL REFERENCES users (id),
  change_id BIGINT NOT NULL,
  -- The version of the change: an edited one is told again.
  changed_at BIGINT NOT NULL,
  told_at BIGINT NOT NULL,
  -- It was not delivered, and is tried again a day later.
  is_due SMALLINT NOT NULL DEFAULT 0 CHECK (is_due IN (0, 1)),
  PRIMARY KEY (user_id, change_id, changed_at)
);
