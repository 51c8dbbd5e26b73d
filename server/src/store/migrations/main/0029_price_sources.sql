-- Public price lists that are read on a schedule.
CREATE TABLE price_sources (
  id {id},
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  address TEXT NOT NULL,
  is_enabled SMALLINT NOT NULL CHECK (is_enabled IN (0, 1)),
  interval_hours BIGINT NOT NULL,
  -- JSON: which models, by which factors, and the range of changes without a decision.
  rules TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  next_run_at BIGINT NOT NULL,
  -- JSON of the last reading; empty before the first one.
  last_run TEXT NOT NULL,
  -- Rows with a price in the last good reading; 0 after the source was changed.
  good_models BIGINT NOT NULL
);

-- The newest price of each model and source that is different from the price in force, or was decided about.
CREATE TABLE price_proposals (
  id {id},
  source_id BIGINT NOT NULL,
  model TEXT NOT NULL,
  -- The name in the list.
  listed TEXT NOT NULL,
  state TEXT NOT NULL,
  -- Why it was not applied without a decision.
  reason TEXT NOT NULL,
  -- JSON: the new prices.
  amounts TEXT NOT NULL,
  -- The largest change of a part of the price, in hundredths of a per cent.
  change_hundredths BIGINT,
  is_served SMALLINT NOT NULL CHECK (is_served IN (0, 1)),
  -- Calls of the last seven days before `effect_at`, their charges, and the charges at the new price.
  calls BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  would BIGINT NOT NULL,
  effect_at BIGINT NOT NULL,
  -- The size of the difference between the two charges.
  effect BIGINT NOT NULL,
  -- JSON: the channel with the lowest margin; empty where no cost is known.
  margin TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  decided_at BIGINT NOT NULL,
  decided_by TEXT NOT NULL
);
CREATE UNIQUE INDEX price_proposals_by_source_model ON price_proposals (source_id, model);
CREATE INDEX price_proposals_by_state_effect ON price_proposals (state, effect, id);

-- Prices that sources, decisions about proposals, and new versions of the shipped table put in force.
CREATE TABLE applied_prices (
  id {id},
  origin TEXT NOT NULL,
  -- The sources of the models; empty for the shipped table.
  source_name TEXT NOT NULL,
  edition TEXT NOT NULL,
  at BIGINT NOT NULL,
  effective_at BIGINT NOT NULL,
  actor_name TEXT NOT NULL,
  -- The row of price_changes of a change with a later start; 0 for the others.
  change_id BIGINT NOT NULL,
  -- JSON: the prices of each model before and after, and whether they were restored.
  changes TEXT NOT NULL,
  models BIGINT NOT NULL,
  undone_at BIGINT NOT NULL,
  undone_by TEXT NOT NULL
);
CREATE INDEX applied_prices_by_time ON applied_prices (at, id);

-- Versions of the shipped price table that this installation has had.
CREATE TABLE shipped_editions (
  day TEXT PRIMARY KEY,
  recorded_at BIGINT NOT NULL
);
-- The version without a day, of installations that have sold by it.
INSERT INTO shipped_editions (day, recorded_at) SELECT '', 0 WHERE EXISTS (SELECT 1 FROM channels);
