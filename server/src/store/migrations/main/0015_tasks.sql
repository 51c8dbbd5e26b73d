-- One table for work that takes minutes, whatever it makes; nothing was ever written to the two before it. Times a client
-- sees are milliseconds, the others seconds.
DROP TABLE midjourneys;
DROP TABLE tasks;

CREATE TABLE tasks (
  id {id},
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  platform TEXT NOT NULL,
  action TEXT NOT NULL,
  -- The upstream's name for it, by which clients ask; empty until the upstream has accepted it.
  task_id TEXT NOT NULL DEFAULT '',
  -- The call that submitted it: the reference of its hold, charge and refund.
  request_id TEXT NOT NULL,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL DEFAULT 0,
  channel_id BIGINT NOT NULL DEFAULT 0,
  model_name TEXT NOT NULL,
  "group" TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT '',
  progress TEXT NOT NULL DEFAULT '0%',
  fail_reason TEXT NOT NULL DEFAULT '',
  ended_by TEXT NOT NULL DEFAULT '',
  submit_time BIGINT NOT NULL,
  start_time BIGINT NOT NULL DEFAULT 0,
  finish_time BIGINT NOT NULL DEFAULT 0,
  -- The amount charged, 0 after a refund; and the amount given back.
  quota BIGINT NOT NULL DEFAULT 0
    CHECK (quota BETWEEN 0 AND 9007199254740991 AND quota = CAST(quota AS BIGINT)),
  refunded BIGINT NOT NULL DEFAULT 0
    CHECK (refunded BETWEEN 0 AND 9007199254740991 AND refunded = CAST(refunded AS BIGINT)),
  -- The charge that is not in the ledger yet, as JSON. Empty before the task is accepted, and once it is captured.
  charge_due TEXT NOT NULL DEFAULT '',
  -- Whether the upstream can be told to stop it.
  can_cancel SMALLINT NOT NULL DEFAULT 0 CHECK (can_cancel IN (0, 1)),
  -- JSON: of the request, and of the upstream's last report.
  properties TEXT NOT NULL DEFAULT '{}',
  data TEXT NOT NULL DEFAULT 'null',
  -- When the upstream is asked next, how often in a row that failed, and how often it answered without this task.
  poll_at BIGINT NOT NULL DEFAULT 0,
  poll_failures INT NOT NULL DEFAULT 0,
  misses INT NOT NULL DEFAULT 0,
  -- The process that asks, and until when the task is its alone.
  leased_by TEXT NOT NULL DEFAULT '',
  leased_until BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX tasks_by_request ON tasks (request_id);
CREATE INDEX tasks_by_user_newest ON tasks (user_id, platform, id);
CREATE INDEX tasks_by_platform_newest ON tasks (platform, id);
CREATE INDEX tasks_by_task_id ON tasks (task_id);
CREATE INDEX tasks_by_submit_time ON tasks (submit_time);
CREATE INDEX tasks_unfinished ON tasks (poll_at) WHERE progress <> '100%';
CREATE INDEX tasks_to_charge ON tasks (id) WHERE charge_due <> '';
