-- A link that shows the key of a token once. The row holds no key: the one who opens the link gets what the token's owner
-- could read at that moment. A time of 0 means that it has not happened.
CREATE TABLE share_links (
  id {id},
  code_hash TEXT NOT NULL,
  token_id BIGINT NOT NULL REFERENCES tokens (id),
  user_id BIGINT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL DEFAULT 0,
  revoked_at BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX share_links_by_code ON share_links (code_hash);
CREATE INDEX share_links_by_token_newest ON share_links (token_id, id);

-- A list's query under a name. `name_key` is the name in lower case, so that names differ in more than their case.
CREATE TABLE saved_views (
  id {id},
  user_id BIGINT NOT NULL REFERENCES users (id),
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  query TEXT NOT NULL,
  is_default SMALLINT NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  created_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX saved_views_by_name ON saved_views (user_id, list, name_key);
-- A list opens with one view at most.
CREATE UNIQUE INDEX saved_views_one_default ON saved_views (user_id, list) WHERE is_default = 1;
