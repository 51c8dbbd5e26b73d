-- What calls of channels with a known cost were sold for and what they cost, by hour: margins are read here. Written with the
-- log rows, in their transaction. `losses` are the calls that cost more than they were sold for, `lost` the sum of the
-- differences. `refunded` are charges given back, of any call; those of calls with a known cost are taken out of the sums too.
-- sqlite:
CREATE TABLE cost_hours (
  hour BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  channel_id BIGINT NOT NULL,
  model_name TEXT NOT NULL,
  "group" TEXT NOT NULL,
  calls BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  cost BIGINT NOT NULL,
  losses BIGINT NOT NULL,
  lost BIGINT NOT NULL,
  refunded BIGINT NOT NULL,
  PRIMARY KEY (hour, user_id, channel_id, model_name, "group")
) WITHOUT ROWID;

-- postgres:
CREATE TABLE cost_hours (
  hour BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  channel_id BIGINT NOT NULL,
  model_name TEXT NOT NULL,
  "group" TEXT NOT NULL,
  calls BIGINT NOT NULL,
  quota BIGINT NOT NULL,
  cost BIGINT NOT NULL,
  losses BIGINT NOT NULL,
  lost BIGINT NOT NULL,
  refunded BIGINT NOT NULL,
  PRIMARY KEY (hour, user_id, channel_id, model_name, "group")
);

-- The cost of a task's call, which its refund takes back; null where it is unknown.
ALTER TABLE tasks ADD COLUMN cost BIGINT;

-- Changes of prices that hold from a time on. The row goes when its change is in the options.
CREATE TABLE price_changes (
  id {id},
  effective_at BIGINT NOT NULL,
  -- JSON: the new prices by model.
  changes TEXT NOT NULL,
  actor_id BIGINT NOT NULL,
  actor_name TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
