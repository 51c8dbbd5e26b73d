-- Further kinds of entries: refunds by administrators and by rules, credits for failures, plans, transfers between users
-- and organisations, dividends and their withdrawal. `order_refund` takes back what a refunded order has credited.

-- PostgreSQL would rewrite the whole table for another expression, under a lock. The columns keep their values, and a
-- trigger computes those of new rows, also for processes of the version before. The comments name such columns.
-- postgres:
ALTER TABLE ledger ALTER COLUMN posted DROP EXPRESSION, ALTER COLUMN affiliate DROP EXPRESSION;

-- postgres:
COMMENT ON COLUMN ledger.posted IS 'computed by a trigger';

-- postgres:
COMMENT ON COLUMN ledger.affiliate IS 'computed by a trigger';

-- An unknown kind makes posted NULL, which the table refuses.
-- postgres:
CREATE FUNCTION compute_ledger_moves() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.posted := CASE NEW.kind
    WHEN 'charge' THEN -NEW.amount
    WHEN 'refund' THEN NEW.amount
    WHEN 'manual_refund' THEN NEW.amount
    WHEN 'rule_refund' THEN NEW.amount
    WHEN 'service_credit' THEN NEW.amount
    WHEN 'top_up' THEN NEW.amount
    WHEN 'order_refund' THEN -NEW.amount
    WHEN 'redemption' THEN NEW.amount
    WHEN 'grant' THEN NEW.amount
    WHEN 'transfer' THEN NEW.amount
    WHEN 'adjustment_credit' THEN NEW.amount
    WHEN 'adjustment_debit' THEN -NEW.amount
    WHEN 'plan_purchase' THEN -NEW.amount
    WHEN 'plan_grant' THEN 0
    WHEN 'plan_expiry' THEN 0
    WHEN 'org_transfer_in' THEN NEW.amount
    WHEN 'org_transfer_out' THEN -NEW.amount
    WHEN 'invite_reward' THEN 0
    WHEN 'dividend' THEN 0
    WHEN 'dividend_reversal' THEN 0
    WHEN 'withdrawal' THEN 0
  END; NEW.affiliate := CASE NEW.kind
    WHEN 'invite_reward' THEN NEW.amount
    WHEN 'transfer' THEN -NEW.amount
    WHEN 'dividend' THEN NEW.amount
    WHEN 'dividend_reversal' THEN -NEW.amount
    WHEN 'withdrawal' THEN -NEW.amount
    ELSE 0
  END; RETURN NEW; END $$;

-- postgres:
CREATE TRIGGER ledger_moves BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION compute_ledger_moves();

-- SQLite cannot change an expression: the table is copied, as the whole file is before every migration.
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
      WHEN 'manual_refund' THEN amount
      WHEN 'rule_refund' THEN amount
      WHEN 'service_credit' THEN amount
      WHEN 'top_up' THEN amount
      WHEN 'order_refund' THEN -amount
      WHEN 'redemption' THEN amount
      WHEN 'grant' THEN amount
      WHEN 'transfer' THEN amount
      WHEN 'adjustment_credit' THEN amount
      WHEN 'adjustment_debit' THEN -amount
      WHEN 'plan_purchase' THEN -amount
      WHEN 'plan_grant' THEN 0
      WHEN 'plan_expiry' THEN 0
      WHEN 'org_transfer_in' THEN amount
      WHEN 'org_transfer_out' THEN -amount
      WHEN 'invite_reward' THEN 0
      WHEN 'dividend' THEN 0
      WHEN 'dividend_reversal' THEN 0
      WHEN 'withdrawal' THEN 0
    END
  ) STORED NOT NULL,
  affiliate BIGINT GENERATED ALWAYS AS (
    CASE kind
      WHEN 'invite_reward' THEN amount
      WHEN 'transfer' THEN -amount
      WHEN 'dividend' THEN amount
      WHEN 'dividend_reversal' THEN -amount
      WHEN 'withdrawal' THEN -amount
      ELSE 0
    END
  ) STORED NOT NULL,
  limits TEXT NOT NULL DEFAULT ''
);

-- sqlite:
INSERT INTO ledger_next
  (id, user_id, kind, reference, amount, overdraft, token_id, channel_id, detail, is_logged, limits, created_at)
SELECT id, user_id, kind, reference, amount, overdraft, token_id, channel_id, detail, is_logged, limits, created_at
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

-- Refunds of orders. A pending one was taken from the balance, and the provider has not confirmed it.
CREATE TABLE order_refunds (
  id {id},
  trade_no TEXT NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id),
  status TEXT NOT NULL CHECK (status IN ('pending', 'done', 'failed')),
  -- Hundredths of the order's currency.
  cents BIGINT NOT NULL CHECK (cents BETWEEN 1 AND 9007199254740991),
  -- What was taken from the balance, and what the balance did not cover.
  quota BIGINT NOT NULL CHECK (quota BETWEEN 0 AND 9007199254740991),
  missing BIGINT NOT NULL DEFAULT 0 CHECK (missing BETWEEN 0 AND 9007199254740991),
  reason TEXT NOT NULL,
  -- The administrator; empty for a refund that was made at the provider.
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- The provider's own number of the refund.
  provider_ref TEXT NOT NULL DEFAULT ''
);

CREATE INDEX order_refunds_by_order ON order_refunds (trade_no);
CREATE INDEX order_refunds_open ON order_refunds (created_at) WHERE status = 'pending';
CREATE INDEX top_ups_by_time ON top_ups (create_time);
CREATE INDEX payment_notices_refused ON payment_notices (received_at) WHERE effect = 'refused';
