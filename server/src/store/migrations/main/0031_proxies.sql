-- Servers that channels send their requests through. A channel names one in its settings.
CREATE TABLE proxies (
  id {id},
  name TEXT NOT NULL,
  -- Encrypted: the address with its password.
  address_cipher TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX proxies_by_name ON proxies (name);

-- Encrypted: the address in `setting.proxy` with its password, which the settings themselves do not contain.
ALTER TABLE channels ADD COLUMN proxy_cipher TEXT NOT NULL DEFAULT '';
