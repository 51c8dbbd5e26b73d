-- Every charge is written here. SQLite builds a table in memory for each IN with more than two members, every time; a CASE
-- that begins with the charge is one comparison. And rows that are never deleted need no memory of numbers given out.

-- sqlite:
CREATE TABLE ledger_next (
  id INTEGER PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL,
  reference TEXT NOT NULL CHECK (reference <> ''),
  amount BIGINT NOT NULL
    CHECK (amount > 0 AND amount <= 9007199254740991 AND amount = CAST(amount AS BIGINT)),
  overdraft BIGINT NOT NULL DEFAULT 0
    CHECK (overdraft >= 0 AND overdraft <= amount AND overdraft = CAST(overdraft AS BIGINT)),
  token_id BIGINT NOT NULL DEFAULT 0,
  channel_id BIGINT NOT NULL DEFAULT 0,
  detail TEXT NOT NULL DEFAULT '',
  is_logged SMALLINT NOT NULL DEFAULT 0 CHECK (is_logged IN (0, 1)),
  created_at BIGINT NOT NULL,
  posted BIGINT GENERATED ALWAYS AS (
    CASE kind
      WHEN 'charge' THEN -amount
      WHEN 'refund' THEN amount
      WHEN 'top_up' THEN amount
      WHEN 'redemption' THEN amount
      WHEN 'grant' THEN amount
      WHEN 'transfer' THEN amount
      WHEN 'adjustment_credit' THEN amount
      WHEN 'adjustment_debit' THEN -amount
      WHEN 'invite_reward' THEN 0
    END
  ) STORED NOT NULL,
  affiliate BIGINT GENERATED ALWAYS AS (
    CASE kind WHEN 'invite_reward' THEN amount WHEN 'transfer' THEN -amount ELSE 0 END
  ) STORED NOT NULL
);

-- sqlite:
INSERT INTO ledger_next
  (id, user_id, kind, reference, amount, overdraft, token_id, channel_id, detail, is_logged, created_at)
SELECT id, user_id, kind, reference, amount, overdraft, token_id, channel_id, detail, is_logged, created_at
FROM ledger ORDER BY id;

-- sqlite:
DROP TABLE ledger;

-- sqlite:
ALTER TABLE ledger_next RENAME TO ledger;

-- sqlite:
CREATE UNIQUE INDEX ledger_once_per_reference ON ledger (kind, reference);

-- sqlite:
CREATE INDEX ledger_by_user_newest ON ledger (user_id, id);

-- sqlite:
CREATE TRIGGER ledger_never_updated BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- sqlite:
CREATE TRIGGER ledger_never_deleted BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
