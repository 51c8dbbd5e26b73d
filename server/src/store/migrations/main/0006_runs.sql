-- The latest run of each long piece of work, told to every instance. Who may work on it is the lease of the same name.
CREATE TABLE runs (
  name TEXT PRIMARY KEY,
  fencing_number BIGINT NOT NULL,
  total BIGINT NOT NULL,
  done BIGINT NOT NULL DEFAULT 0,
  failed BIGINT NOT NULL DEFAULT 0,
  started_at BIGINT NOT NULL,
  -- 0 while it runs, and for ever if it was cut off.
  finished_at BIGINT NOT NULL DEFAULT 0
);
