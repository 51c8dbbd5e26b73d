-- An organisation is an account like a user's, which cannot sign in: it has a balance, holds, entries, a group and limits.
ALTER TABLE users ADD COLUMN kind TEXT NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'org'));
CREATE INDEX users_of_organisations ON users (id) WHERE kind = 'org';

-- `user_id` pays. `caller_id` is the member who acts at the expense of an organisation, and 0 where users pay themselves.
ALTER TABLE tokens ADD COLUMN caller_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE holds ADD COLUMN caller_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN caller_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE top_ups ADD COLUMN caller_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE redemptions ADD COLUMN used_caller_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tokens_by_caller ON tokens (caller_id) WHERE caller_id <> 0;

-- Where calls are told, `user_id` has called and `account_id` is the organisation that pays, or 0.
ALTER TABLE usage_hours ADD COLUMN account_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE usage_days ADD COLUMN account_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN account_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX usage_hours_by_account ON usage_hours (account_id, hour) WHERE account_id <> 0;
CREATE INDEX usage_days_by_account ON usage_days (account_id, hour) WHERE account_id <> 0;
CREATE INDEX tasks_by_account ON tasks (account_id, id) WHERE account_id <> 0;

CREATE TABLE organisations (
  id BIGINT PRIMARY KEY REFERENCES users (id),
  created_by BIGINT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  -- What was left of the balance when the organisation was deleted.
  written_off BIGINT NOT NULL DEFAULT 0 CHECK (written_off BETWEEN 0 AND 9007199254740991)
);

CREATE TABLE organisation_members (
  org_id BIGINT NOT NULL REFERENCES organisations (id),
  user_id BIGINT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'billing', 'member', 'viewer')),
  limits TEXT NOT NULL DEFAULT '',
  models TEXT NOT NULL DEFAULT '',
  groups TEXT NOT NULL DEFAULT '',
  joined_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, user_id)
);
CREATE INDEX organisation_members_by_user ON organisation_members (user_id);

-- The row holds a hash of the code that the invited person opens. A time of 0 means that it has not happened.
CREATE TABLE organisation_invitations (
  id {id},
  org_id BIGINT NOT NULL REFERENCES organisations (id),
  code_hash TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL CHECK (role IN ('admin', 'billing', 'member', 'viewer')),
  created_by BIGINT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  accepted_by BIGINT NOT NULL DEFAULT 0,
  accepted_at BIGINT NOT NULL DEFAULT 0,
  revoked_at BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX organisation_invitations_by_code ON organisation_invitations (code_hash);
CREATE INDEX organisation_invitations_by_org ON organisation_invitations (org_id, id);

-- A member who was asked to become the owner, and has not answered.
CREATE TABLE organisation_transfers (
  org_id BIGINT PRIMARY KEY REFERENCES organisations (id),
  from_user BIGINT NOT NULL REFERENCES users (id),
  to_user BIGINT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
