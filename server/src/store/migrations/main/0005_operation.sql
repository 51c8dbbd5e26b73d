CREATE TABLE options (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE revision (
  id SMALLINT PRIMARY KEY CHECK (id = 1),
  number BIGINT NOT NULL
);

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  fencing_number BIGINT NOT NULL
);

CREATE TABLE audit (
  id {id},
  at BIGINT NOT NULL,
  actor_id BIGINT NOT NULL,
  actor_name TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  request_id TEXT NOT NULL DEFAULT ''
);

CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_actor_time ON audit (actor_id, at);
