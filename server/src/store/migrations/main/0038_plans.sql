-- What an administrator sells: an amount that one may spend within a time.
CREATE TABLE plans (
  id {id},
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL DEFAULT '',
  -- Decimal text.
  price_amount TEXT NOT NULL,
  currency TEXT NOT NULL,
  -- JSON of what a subscription keeps of the plan as it is on the day of the purchase.
  terms TEXT NOT NULL,
  enabled SMALLINT NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
  sort_order BIGINT NOT NULL DEFAULT 0,
  max_purchase_per_user BIGINT NOT NULL DEFAULT 0,
  allow_balance_pay SMALLINT NOT NULL DEFAULT 1 CHECK (allow_balance_pay IN (0, 1)),
  stripe_price_id TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);

-- A plan that a user or an organisation has.
CREATE TABLE subscriptions (
  id {id},
  user_id BIGINT NOT NULL REFERENCES users (id),
  -- The member who bought it for an organisation; otherwise 0.
  caller_id BIGINT NOT NULL DEFAULT 0,
  plan_id BIGINT NOT NULL,
  title TEXT NOT NULL,
  terms TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'expired', 'cancelled')),
  source TEXT NOT NULL CHECK (source IN ('balance', 'order', 'admin', 'import')),
  -- What was paid for the current period: decimal text, and its worth in quota.
  paid TEXT NOT NULL DEFAULT '0',
  currency TEXT NOT NULL DEFAULT '',
  worth BIGINT NOT NULL DEFAULT 0 CHECK (worth BETWEEN 0 AND 9007199254740991),
  -- The order that paid for it first; empty where none did.
  trade_no TEXT NOT NULL DEFAULT '',
  start_time BIGINT NOT NULL,
  -- Until when it is paid. A renewal that failed may still succeed until `grace_until`.
  period_start BIGINT NOT NULL,
  end_time BIGINT NOT NULL,
  grace_until BIGINT NOT NULL DEFAULT 0,
  -- The subscription whose unused part is in `paid`: this one has replaced it. 0: none.
  credit_of BIGINT NOT NULL DEFAULT 0,
  -- The group that the buyer had before; empty where the plan changed none.
  prev_group TEXT NOT NULL DEFAULT '',
  -- The payment provider's own number of what renews it, and whether it will be renewed.
  provider_ref TEXT NOT NULL DEFAULT '',
  renews SMALLINT NOT NULL DEFAULT 0 CHECK (renews IN (0, 1)),
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX subscriptions_by_user ON subscriptions (user_id, id);
CREATE INDEX subscriptions_by_plan ON subscriptions (plan_id, id);
CREATE INDEX subscriptions_running ON subscriptions (end_time) WHERE status = 'active';
CREATE UNIQUE INDEX subscriptions_by_order ON subscriptions (trade_no) WHERE trade_no <> '';
CREATE INDEX subscriptions_by_provider ON subscriptions (provider_ref) WHERE provider_ref <> '';

-- An amount of a subscription for one span of time. It changes only under the lock of its user.
CREATE TABLE pots (
  id {id},
  user_id BIGINT NOT NULL REFERENCES users (id),
  subscription_id BIGINT NOT NULL REFERENCES subscriptions (id),
  -- What it opened with; 0 for a pot without a limit of its own, whose quota counts down from 0.
  amount BIGINT NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  quota BIGINT NOT NULL,
  held BIGINT NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- JSON of the shorter windows and their use.
  windows TEXT NOT NULL DEFAULT '',
  -- The number of its grants and expiries, which names the next one.
  entries BIGINT NOT NULL DEFAULT 0,
  starts_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  CHECK (amount = 0 OR quota >= 0)
);
CREATE INDEX pots_by_user ON pots (user_id, ends_at);
CREATE INDEX pots_by_subscription ON pots (subscription_id, starts_at);
CREATE INDEX pots_to_close ON pots (ends_at) WHERE quota <> 0;

-- What each charge took from a pot, and what came back. The entries of the ledger have the sums in `from_pots`.
CREATE TABLE pot_moves (
  id {id},
  pot_id BIGINT NOT NULL REFERENCES pots (id),
  kind TEXT NOT NULL CHECK (kind IN ('charge', 'refund', 'manual_refund', 'rule_refund')),
  reference TEXT NOT NULL,
  -- The reference of the charge, which is that of its log row.
  request_id TEXT NOT NULL,
  -- Positive where the pot paid.
  amount BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX pot_moves_once ON pot_moves (request_id, kind, reference, pot_id);
CREATE INDEX pot_moves_by_pot ON pot_moves (pot_id, id);

-- What pays for the calls of an account first, and whether the account has subscriptions.
ALTER TABLE users ADD COLUMN billing_preference TEXT NOT NULL DEFAULT 'subscription_first';
ALTER TABLE users ADD COLUMN has_pots SMALLINT NOT NULL DEFAULT 0;
-- Empty: the preference of who pays.
ALTER TABLE tokens ADD COLUMN billing_preference TEXT NOT NULL DEFAULT '';

-- Where a hold names pots: what may pay in order, one per line, with the amount that is held of it. 0 is the balance.
ALTER TABLE holds ADD COLUMN parts TEXT NOT NULL DEFAULT '';
ALTER TABLE holds ADD COLUMN from_pots BIGINT NOT NULL DEFAULT 0;

-- An order of a plan opens a subscription; `quota` is the worth of its price and is not credited.
ALTER TABLE top_ups ADD COLUMN plan_id BIGINT NOT NULL DEFAULT 0;
-- JSON of the plan as it was ordered.
ALTER TABLE top_ups ADD COLUMN terms TEXT NOT NULL DEFAULT '';
-- The subscription that it replaces, or renews.
ALTER TABLE top_ups ADD COLUMN subscription_id BIGINT NOT NULL DEFAULT 0;

-- The part of a charge or refund that pots paid or got does not move the balance.
-- postgres:
ALTER TABLE ledger ADD COLUMN from_pots BIGINT NOT NULL DEFAULT 0;

-- Not checked for the rows before, which have 0: that would read the whole table under a lock.
-- postgres:
ALTER TABLE ledger ADD CONSTRAINT ledger_from_pots CHECK (from_pots BETWEEN 0 AND amount) NOT VALID;

-- postgres:
CREATE OR REPLACE FUNCTION compute_ledger_moves() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.posted := CASE NEW.kind
    WHEN 'charge' THEN NEW.from_pots - NEW.amount
    WHEN 'refund' THEN NEW.amount - NEW.from_pots
    WHEN 'manual_refund' THEN NEW.amount - NEW.from_pots
    WHEN 'rule_refund' THEN NEW.amount - NEW.from_pots
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

-- SQLite cannot change an expression: the table is copied, as the whole file is before every migration.
-- sqlite:
CREATE TABLE ledger_next (
  id INTEGER PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id),
  caller_id BIGINT NOT NULL DEFAULT 0,
  kind TEXT NOT NULL,
  reference TEXT NOT NULL CHECK (reference <> ''),
  amount BIGINT NOT NULL
    CHECK (amount > 0 AND amount <= 9007199254740991 AND amount = CAST(amount AS BIGINT)),
  overdraft BIGINT NOT NULL DEFAULT 0
    CHECK (overdraft >= 0 AND overdraft <= amount AND overdraft = CAST(overdraft AS BIGINT)),
  from_pots BIGINT NOT NULL DEFAULT 0
    CHECK (from_pots >= 0 AND from_pots <= amount AND from_pots = CAST(from_pots AS BIGINT)),
  token_id BIGINT NOT NULL DEFAULT 0,
  channel_id BIGINT NOT NULL DEFAULT 0,
  detail TEXT NOT NULL DEFAULT '',
  is_logged SMALLINT NOT NULL DEFAULT 0 CHECK (is_logged IN (0, 1)),
  limits TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  posted BIGINT GENERATED ALWAYS AS (
    CASE kind
      WHEN 'charge' THEN from_pots - amount
      WHEN 'refund' THEN amount - from_pots
      WHEN 'manual_refund' THEN amount - from_pots
      WHEN 'rule_refund' THEN amount - from_pots
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
  ) STORED NOT NULL
);

-- sqlite:
INSERT INTO ledger_next
  (id, user_id, caller_id, kind, reference, amount, overdraft, token_id, channel_id, detail, is_logged, limits, created_at)
SELECT id, user_id, caller_id, kind, reference, amount, overdraft, token_id, channel_id, detail, is_logged, limits, created_at
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
