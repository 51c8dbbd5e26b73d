-- Users who bring customers, and share in what these pay.
CREATE TABLE agents (
  user_id BIGINT PRIMARY KEY REFERENCES users (id),
  status TEXT NOT NULL CHECK (status IN ('applied', 'active', 'refused', 'ended')),
  -- What the user wrote in the application, and why it was refused or the agent ended.
  note TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  applied_at BIGINT NOT NULL DEFAULT 0,
  -- Payments from `active_from` on bring shares, until `ended_at` if it is not 0.
  active_from BIGINT NOT NULL DEFAULT 0,
  ended_at BIGINT NOT NULL DEFAULT 0,
  -- What was taken back of shares that had left; later shares pay it first. It changes under the lock of the user.
  debt BIGINT NOT NULL DEFAULT 0 CHECK (debt BETWEEN 0 AND 9007199254740991),
  decided_by TEXT NOT NULL DEFAULT '',
  updated_at BIGINT NOT NULL
);
CREATE INDEX agents_by_status ON agents (status, user_id);

-- Every change of terms. Those of a time are the last ones before it, so that an old payment keeps the terms of its day.
CREATE TABLE agent_terms (
  id {id},
  scope TEXT NOT NULL CHECK (scope IN ('installation', 'group', 'agent')),
  -- The name of the group, or the id of the agent; empty for the installation.
  subject TEXT NOT NULL DEFAULT '',
  -- JSON of the members that are not inherited.
  terms TEXT NOT NULL,
  applies_from BIGINT NOT NULL,
  actor TEXT NOT NULL
);
CREATE INDEX agent_terms_by_subject ON agent_terms (scope, subject, id);

-- A share of what an invited account paid or spent: once per cause, reference and level.
CREATE TABLE dividends (
  id {id},
  agent_id BIGINT NOT NULL REFERENCES users (id),
  payer_id BIGINT NOT NULL REFERENCES users (id),
  level SMALLINT NOT NULL CHECK (level IN (1, 2)),
  cause TEXT NOT NULL CHECK (cause IN ('payment', 'credit', 'spend')),
  -- The number of the order, the kind and reference of the credit, or the day and payer of the spend.
  reference TEXT NOT NULL,
  base BIGINT NOT NULL,
  -- Decimal text: percent.
  share TEXT NOT NULL,
  -- JSON of the terms that applied.
  terms TEXT NOT NULL,
  amount BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  -- The part that refunds, disputes and refusals have taken back, and how often that changed.
  reversed BIGINT NOT NULL DEFAULT 0,
  changes BIGINT NOT NULL DEFAULT 0,
  final_at BIGINT NOT NULL,
  -- Signs of abuse, separated by commas, and what an administrator decided about them.
  signs TEXT NOT NULL DEFAULT '',
  decision TEXT NOT NULL DEFAULT '' CHECK (decision IN ('', 'held', 'released', 'refused')),
  decided_by TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  CHECK (reversed BETWEEN 0 AND amount)
);
CREATE UNIQUE INDEX dividends_once ON dividends (cause, reference, level);
CREATE INDEX dividends_by_agent ON dividends (agent_id, id);
CREATE INDEX dividends_by_payer ON dividends (payer_id, id);
CREATE INDEX dividends_held ON dividends (id) WHERE decision = 'held';

-- What was counted of an invited account's spend, for the agent of each level: its `used_quota` at the last count, what it had
-- paid until then, and the sum that was counted.
CREATE TABLE counted_spend (
  payer_id BIGINT NOT NULL REFERENCES users (id),
  level SMALLINT NOT NULL CHECK (level IN (1, 2)),
  used_quota BIGINT NOT NULL,
  paid BIGINT NOT NULL DEFAULT 0,
  shared BIGINT NOT NULL DEFAULT 0,
  -- The day of the last count: `2026-11-19`.
  day TEXT NOT NULL,
  PRIMARY KEY (payer_id, level)
);

-- Credits without a payment, among entries of which most are charges.
CREATE INDEX ledger_credits ON ledger (kind, id) WHERE kind IN ('grant', 'redemption', 'adjustment_credit');
CREATE INDEX ledger_credits_by_user ON ledger (user_id, kind) WHERE kind IN ('grant', 'redemption', 'adjustment_credit');

-- What agents got in a span of time, for the profit.
CREATE INDEX ledger_shares ON ledger (kind, created_at) WHERE kind IN ('dividend', 'dividend_reversal');
-- Entries that move earnings, among the charges of a busy user.
CREATE INDEX ledger_of_earnings ON ledger (user_id, id)
  WHERE kind IN ('invite_reward', 'transfer', 'dividend', 'dividend_reversal', 'withdrawal');

-- The ways in which agents are paid.
CREATE TABLE payout_methods (
  id {id},
  name TEXT NOT NULL,
  name_zh TEXT NOT NULL,
  -- JSON.
  fields TEXT NOT NULL,
  enabled SMALLINT NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
  sort_order BIGINT NOT NULL DEFAULT 0
);

-- Payouts that agents ask for. Until it is paid, the amount is only reserved.
CREATE TABLE withdrawals (
  id {id},
  agent_id BIGINT NOT NULL REFERENCES users (id),
  amount BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  fee BIGINT NOT NULL DEFAULT 0 CHECK (fee BETWEEN 0 AND 9007199254740991),
  -- The names of the method as they were, a line each, and the sealed account, which is empty once it is erased.
  method TEXT NOT NULL,
  account_cipher TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('asked', 'approved', 'paid', 'refused', 'cancelled')),
  reason TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  decided_at BIGINT NOT NULL DEFAULT 0,
  decided_by TEXT NOT NULL DEFAULT '',
  paid_at BIGINT NOT NULL DEFAULT 0,
  paid_by TEXT NOT NULL DEFAULT '',
  CHECK (fee <= amount)
);
CREATE INDEX withdrawals_by_agent ON withdrawals (agent_id, id);
CREATE INDEX withdrawals_by_status ON withdrawals (status, id);

-- Disputes of payments, which take shares back while they are open or lost.
CREATE TABLE order_disputes (
  id {id},
  trade_no TEXT NOT NULL,
  provider_ref TEXT NOT NULL,
  -- Hundredths of the order's currency.
  cents BIGINT NOT NULL CHECK (cents BETWEEN 0 AND 9007199254740991),
  status TEXT NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX order_disputes_once ON order_disputes (provider_ref);
CREATE INDEX order_disputes_by_order ON order_disputes (trade_no);

-- Questions and answers that the operator writes, in both languages.
CREATE TABLE faq_entries (
  id {id},
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  question_zh TEXT NOT NULL,
  answer_zh TEXT NOT NULL,
  sort_order BIGINT NOT NULL DEFAULT 0
);

-- A job must look at what the order brings agents: 1 when it is paid, 2 because it was refunded or disputed later.
ALTER TABLE top_ups ADD COLUMN shares_due SMALLINT NOT NULL DEFAULT 1;
-- Payments from before agents existed bring no share.
UPDATE top_ups SET shares_due = 0 WHERE status = 'success';
CREATE INDEX top_ups_shares_due ON top_ups (id) WHERE shares_due <> 0 AND status = 'success';
-- A keyed hash of what the payment provider says about the payer; empty where it says nothing.
ALTER TABLE top_ups ADD COLUMN payer_mark TEXT NOT NULL DEFAULT '';

-- An organisation is invited by whoever invited the person who created it.
UPDATE users SET inviter_id = coalesce((
  SELECT creator.inviter_id FROM organisations JOIN users AS creator ON creator.id = organisations.created_by
  WHERE organisations.id = users.id), 0)
WHERE kind = 'org';
CREATE INDEX users_by_inviter ON users (inviter_id, id) WHERE inviter_id <> 0;
