-- One text for SQLite and PostgreSQL. {id} is the auto-increment primary key. A statement ends with a semicolon at the
-- end of a line. Times are unix seconds. Flags are 0 or 1. Amounts stay within the exact integers of a double, and
-- comparing one with its own cast refuses the fraction that SQLite would otherwise store.

CREATE TABLE users (
  id {id},
  username TEXT NOT NULL,
  username_key TEXT NOT NULL CHECK (username_key <> ''),
  password_hash TEXT NOT NULL DEFAULT '',
  display_name TEXT NOT NULL DEFAULT '',
  role SMALLINT NOT NULL DEFAULT 1 CHECK (role IN (1, 10, 100)),
  status SMALLINT NOT NULL DEFAULT 1 CHECK (status IN (1, 2)),
  email TEXT NOT NULL DEFAULT '',
  github_id TEXT NOT NULL DEFAULT '',
  wechat_id TEXT NOT NULL DEFAULT '',
  telegram_id TEXT NOT NULL DEFAULT '',
  linux_do_id TEXT NOT NULL DEFAULT '',
  access_token_hash TEXT,
  -- The last true-up of a request that was already running may take the posted balance below zero.
  quota BIGINT NOT NULL DEFAULT 0
    CHECK (quota BETWEEN -9007199254740991 AND 9007199254740991 AND quota = CAST(quota AS BIGINT)),
  held BIGINT NOT NULL DEFAULT 0
    CHECK (held BETWEEN 0 AND 9007199254740991 AND held = CAST(held AS BIGINT)),
  used_quota BIGINT NOT NULL DEFAULT 0
    CHECK (used_quota BETWEEN 0 AND 9007199254740991 AND used_quota = CAST(used_quota AS BIGINT)),
  request_count BIGINT NOT NULL DEFAULT 0 CHECK (request_count >= 0),
  "group" TEXT NOT NULL DEFAULT 'default',
  aff_code TEXT NOT NULL DEFAULT '',
  aff_count BIGINT NOT NULL DEFAULT 0 CHECK (aff_count >= 0),
  aff_quota BIGINT NOT NULL DEFAULT 0
    CHECK (aff_quota BETWEEN 0 AND 9007199254740991 AND aff_quota = CAST(aff_quota AS BIGINT)),
  aff_history_quota BIGINT NOT NULL DEFAULT 0
    CHECK (aff_history_quota BETWEEN 0 AND 9007199254740991 AND aff_history_quota = CAST(aff_history_quota AS BIGINT)),
  inviter_id BIGINT NOT NULL DEFAULT 0,
  setting TEXT NOT NULL DEFAULT '',
  session_version BIGINT NOT NULL DEFAULT 1,
  created_at BIGINT NOT NULL,
  last_login_at BIGINT NOT NULL DEFAULT 0,
  deleted_at BIGINT
);

-- Names of deleted accounts are not reissued.
CREATE UNIQUE INDEX users_by_username ON users (username_key);
CREATE UNIQUE INDEX users_by_live_email ON users (email) WHERE deleted_at IS NULL AND email <> '';
CREATE INDEX users_by_email ON users (email);
CREATE UNIQUE INDEX users_by_access_token ON users (access_token_hash);
CREATE UNIQUE INDEX users_by_aff_code ON users (aff_code) WHERE aff_code <> '';
-- A deleted account keeps its third-party identities, so that they cannot open a second account.
CREATE UNIQUE INDEX users_by_github ON users (github_id) WHERE github_id <> '';
CREATE UNIQUE INDEX users_by_wechat ON users (wechat_id) WHERE wechat_id <> '';
CREATE UNIQUE INDEX users_by_telegram ON users (telegram_id) WHERE telegram_id <> '';
CREATE UNIQUE INDEX users_by_linux_do ON users (linux_do_id) WHERE linux_do_id <> '';

CREATE TABLE sessions (
  id_hash TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  user_agent TEXT NOT NULL DEFAULT ''
);

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE one_time_values (
  purpose TEXT NOT NULL,
  subject TEXT NOT NULL,
  hash TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '',
  attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (purpose, subject)
);

CREATE INDEX one_time_values_by_expiry ON one_time_values (expires_at);

CREATE TABLE tokens (
  id {id},
  user_id BIGINT NOT NULL REFERENCES users (id),
  key_cipher TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  status SMALLINT NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3, 4)),
  name TEXT NOT NULL,
  created_time BIGINT NOT NULL,
  accessed_time BIGINT NOT NULL DEFAULT 0,
  expired_time BIGINT NOT NULL DEFAULT -1,
  remain_quota BIGINT NOT NULL DEFAULT 0
    CHECK (remain_quota BETWEEN -9007199254740991 AND 9007199254740991 AND remain_quota = CAST(remain_quota AS BIGINT)),
  held BIGINT NOT NULL DEFAULT 0
    CHECK (held BETWEEN 0 AND 9007199254740991 AND held = CAST(held AS BIGINT)),
  used_quota BIGINT NOT NULL DEFAULT 0
    CHECK (used_quota BETWEEN 0 AND 9007199254740991 AND used_quota = CAST(used_quota AS BIGINT)),
  unlimited_quota SMALLINT NOT NULL DEFAULT 0 CHECK (unlimited_quota IN (0, 1)),
  model_limits_enabled SMALLINT NOT NULL DEFAULT 0 CHECK (model_limits_enabled IN (0, 1)),
  model_limits TEXT NOT NULL DEFAULT '',
  allow_ips TEXT NOT NULL DEFAULT '',
  "group" TEXT NOT NULL DEFAULT '',
  deleted_at BIGINT
);

CREATE UNIQUE INDEX tokens_by_key ON tokens (key_hash);
CREATE INDEX tokens_by_user_newest ON tokens (user_id, id);
