-- The secret of a user's authenticator app, encrypted. `last_step` is the time step of the last accepted code.
CREATE TABLE totp_secrets (
  user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id),
  secret_cipher TEXT NOT NULL,
  last_step BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

-- A row is an unused code; using it deletes it.
CREATE TABLE recovery_codes (
  user_id BIGINT NOT NULL REFERENCES users (id),
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Public keys only: what signs is in the user's device. `used_at` of 0 means never.
CREATE TABLE passkeys (
  id {id},
  user_id BIGINT NOT NULL REFERENCES users (id),
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id);
CREATE INDEX passkeys_by_user ON passkeys (user_id, id);

-- Providers of OpenID Connect. `group_map` is JSON: values of the claim to groups of ours.
CREATE TABLE oidc_providers (
  slug TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  secret_cipher TEXT NOT NULL,
  scopes TEXT NOT NULL,
  username_claim TEXT NOT NULL,
  group_claim TEXT NOT NULL,
  group_map TEXT NOT NULL,
  allow_registration SMALLINT NOT NULL CHECK (allow_registration IN (0, 1)),
  created_at BIGINT NOT NULL
);

-- A user's identity at a provider: issuer and subject together never change and never name anybody else. A cancelled
-- account keeps its identities. `login` is the name there, and is only shown.
CREATE TABLE user_identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id),
  login TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);

CREATE UNIQUE INDEX user_identities_by_user ON user_identities (user_id, issuer);
