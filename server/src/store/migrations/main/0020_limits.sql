-- Limits of tokens and users, as JSON; empty where there are none.
ALTER TABLE tokens ADD COLUMN limits TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN limits TEXT NOT NULL DEFAULT '';

-- Limits of each user of a group, and of all users of a group together.
CREATE TABLE group_limits (
  "group" TEXT PRIMARY KEY,
  member TEXT NOT NULL,
  together TEXT NOT NULL
);

-- What is counted towards limits. A row with `since` 0 holds what running calls have reserved, the others what was used
-- in the step of time that begins then. The key says what is counted: see counter-key.ts.
CREATE TABLE limit_counters (
  key TEXT NOT NULL,
  since BIGINT NOT NULL,
  amount BIGINT NOT NULL CHECK (amount = CAST(amount AS BIGINT)),
  PRIMARY KEY (key, since)
);

-- The counters of a running call, which its end settles, and those of a charge, which its refund settles.
ALTER TABLE holds ADD COLUMN limits TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN limits TEXT NOT NULL DEFAULT '';
