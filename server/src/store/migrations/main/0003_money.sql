-- The kind alone says which balance an entry moves and in which direction. An unknown kind makes posted NULL, which the
-- table refuses. An invite reward waits in the affiliate balance until its owner transfers it.
CREATE TABLE ledger (
  id {id},
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
    CASE
      WHEN kind IN ('top_up', 'redemption', 'grant', 'transfer', 'refund', 'adjustment_credit') THEN amount
      WHEN kind IN ('charge', 'adjustment_debit') THEN -amount
      WHEN kind = 'invite_reward' THEN 0
    END
  ) STORED NOT NULL,
  affiliate BIGINT GENERATED ALWAYS AS (
    CASE kind WHEN 'invite_reward' THEN amount WHEN 'transfer' THEN -amount ELSE 0 END
  ) STORED NOT NULL
);

CREATE UNIQUE INDEX ledger_once_per_reference ON ledger (kind, reference);
CREATE INDEX ledger_by_user_newest ON ledger (user_id, id);

-- sqlite:
CREATE TRIGGER ledger_never_updated BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- sqlite:
CREATE TRIGGER ledger_never_deleted BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- postgres:
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;

-- postgres:
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- Only open holds are here: one that ends is deleted, so the table stays as small as the number of running calls and needs
-- no index but its key. Whoever deletes the row is the one who ended the hold.
CREATE TABLE holds (
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
);

CREATE TABLE redemptions (
  id {id},
  user_id BIGINT NOT NULL,
  key_cipher TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  status SMALLINT NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  name TEXT NOT NULL,
  quota BIGINT NOT NULL
    CHECK (quota > 0 AND quota <= 9007199254740991 AND quota = CAST(quota AS BIGINT)),
  created_time BIGINT NOT NULL,
  redeemed_time BIGINT NOT NULL DEFAULT 0,
  used_user_id BIGINT NOT NULL DEFAULT 0,
  deleted_at BIGINT,
  -- Used is exactly what knows its user.
  CHECK ((status = 3) = (used_user_id <> 0))
);

CREATE UNIQUE INDEX redemptions_by_key ON redemptions (key_hash);

CREATE TABLE top_ups (
  id {id},
  user_id BIGINT NOT NULL,
  trade_no TEXT NOT NULL,
  provider TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  amount BIGINT NOT NULL CHECK (amount >= 0),
  money TEXT NOT NULL,
  quota BIGINT NOT NULL
    CHECK (quota > 0 AND quota <= 9007199254740991 AND quota = CAST(quota AS BIGINT)),
  price_snapshot TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending',
  create_time BIGINT NOT NULL,
  complete_time BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX top_ups_by_trade_no ON top_ups (trade_no);
CREATE INDEX top_ups_by_user_newest ON top_ups (user_id, id);
