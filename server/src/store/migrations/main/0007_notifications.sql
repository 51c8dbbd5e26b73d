-- Addresses and third-party identities an account was opened with or bound to, as keyed hashes. They outlive the binding:
-- what newcomers are given is given once, however often somebody unbinds and comes back.
CREATE TABLE seen_identities (
  kind TEXT NOT NULL,
  hash TEXT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (kind, hash)
);

-- What each person was last told about their balance: 0 nothing, 1 it runs low, 2 it is used up.
CREATE TABLE quota_warnings (
  user_id BIGINT PRIMARY KEY REFERENCES users (id),
  level SMALLINT NOT NULL CHECK (level IN (0, 1, 2)),
  warned_at BIGINT NOT NULL,
  -- Something is left to tell them when enough time has passed.
  is_due SMALLINT NOT NULL DEFAULT 0 CHECK (is_due IN (0, 1))
);

CREATE INDEX quota_warnings_due ON quota_warnings (warned_at) WHERE is_due = 1;

-- How far a job has read the ledger. Entries may appear out of order, so it reads again from where it stood the time before.
CREATE TABLE ledger_marks (
  name TEXT PRIMARY KEY,
  before_last BIGINT NOT NULL,
  last BIGINT NOT NULL
);
