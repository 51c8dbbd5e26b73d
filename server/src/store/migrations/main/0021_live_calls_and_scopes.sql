-- Until when instances publish their running calls, because an administrator looks at them. In the row that every instance
-- reads once a second anyway: nobody looking costs nothing.
ALTER TABLE revision ADD COLUMN looked_until BIGINT NOT NULL DEFAULT 0;

-- The running calls of each process, replaced every second while somebody looks.
CREATE TABLE live_calls (
  process TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  -- JSON, see live-calls.rules.ts.
  calls TEXT NOT NULL
);

-- Calls that an administrator wants to end; the process that has the call ends it.
CREATE TABLE live_cancels (
  request_id TEXT PRIMARY KEY,
  at BIGINT NOT NULL
);

-- What a system access token may do: see contract/src/accounts/access-token.ts.
ALTER TABLE users ADD COLUMN access_token_scope TEXT NOT NULL DEFAULT 'all';
