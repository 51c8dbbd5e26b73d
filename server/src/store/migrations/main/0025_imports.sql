-- Rows that were imported from another server, so that a repeated import brings nothing twice.
CREATE TABLE imports (
  -- The server they come from, as the import recognises it again.
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  our_id BIGINT NOT NULL,
  -- Keyed hash of the source's row as it was imported.
  checksum TEXT NOT NULL,
  imported_at BIGINT NOT NULL,
  PRIMARY KEY (source, kind, source_id)
);

CREATE INDEX imports_by_our_id ON imports (kind, our_id);

-- What users, tokens and channels had spent before they were imported, and what codes and orders had credited: figures that
-- no entry of the ledger stands behind. Balances are entries.
CREATE TABLE opening_figures (
  subject TEXT NOT NULL,
  id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  PRIMARY KEY (subject, id)
);
