-- Every call adds a hold and removes it again. In SQLite a table that is its own index does each of these once instead of
-- twice.

-- sqlite:
CREATE TABLE holds_next (
  request_id TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL,
  channel_id BIGINT NOT NULL DEFAULT 0,
  amount BIGINT NOT NULL
    CHECK (amount BETWEEN 0 AND 9007199254740991 AND amount = CAST(amount AS BIGINT)),
  accrued BIGINT NOT NULL DEFAULT 0
    CHECK (accrued BETWEEN 0 AND 9007199254740991 AND accrued = CAST(accrued AS BIGINT)),
  model_name TEXT NOT NULL DEFAULT '',
  "group" TEXT NOT NULL DEFAULT '',
  price_snapshot TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) WITHOUT ROWID;

-- sqlite:
INSERT INTO holds_next (request_id, user_id, token_id, channel_id, amount, accrued, model_name, "group", price_snapshot, created_at, expires_at)
SELECT request_id, user_id, token_id, channel_id, amount, accrued, model_name, "group", price_snapshot, created_at, expires_at FROM holds;

-- sqlite:
DROP TABLE holds;

-- sqlite:
ALTER TABLE holds_next RENAME TO holds;
