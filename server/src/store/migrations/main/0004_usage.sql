CREATE TABLE midjourneys (
  id {id},
  code BIGINT NOT NULL DEFAULT 0,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL DEFAULT 0,
  channel_id BIGINT NOT NULL DEFAULT 0,
  action TEXT NOT NULL,
  mode TEXT NOT NULL DEFAULT '',
  mj_id TEXT NOT NULL DEFAULT '',
  prompt TEXT NOT NULL DEFAULT '',
  prompt_en TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  -- The three times are milliseconds.
  submit_time BIGINT NOT NULL,
  start_time BIGINT NOT NULL DEFAULT 0,
  finish_time BIGINT NOT NULL DEFAULT 0,
  image_url TEXT NOT NULL DEFAULT '',
  video_url TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL DEFAULT '',
  progress TEXT NOT NULL DEFAULT '0%',
  fail_reason TEXT NOT NULL DEFAULT '',
  quota BIGINT NOT NULL DEFAULT 0
    CHECK (quota BETWEEN 0 AND 9007199254740991 AND quota = CAST(quota AS BIGINT)),
  buttons TEXT NOT NULL DEFAULT '',
  properties TEXT NOT NULL DEFAULT ''
);

CREATE INDEX midjourneys_by_user_newest ON midjourneys (user_id, id);
CREATE INDEX midjourneys_by_mj_id ON midjourneys (mj_id);
CREATE INDEX midjourneys_by_submit_time ON midjourneys (submit_time);
CREATE INDEX midjourneys_unfinished ON midjourneys (id) WHERE progress <> '100%';

CREATE TABLE tasks (
  id {id},
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  task_id TEXT NOT NULL DEFAULT '',
  upstream_task_id TEXT NOT NULL DEFAULT '',
  platform TEXT NOT NULL,
  user_id BIGINT NOT NULL,
  token_id BIGINT NOT NULL DEFAULT 0,
  channel_id BIGINT NOT NULL DEFAULT 0,
  "group" TEXT NOT NULL DEFAULT '',
  quota BIGINT NOT NULL DEFAULT 0
    CHECK (quota BETWEEN 0 AND 9007199254740991 AND quota = CAST(quota AS BIGINT)),
  action TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT '',
  fail_reason TEXT NOT NULL DEFAULT '',
  submit_time BIGINT NOT NULL,
  start_time BIGINT NOT NULL DEFAULT 0,
  finish_time BIGINT NOT NULL DEFAULT 0,
  progress TEXT NOT NULL DEFAULT '0%',
  properties TEXT NOT NULL DEFAULT '',
  data TEXT NOT NULL DEFAULT ''
);

CREATE INDEX tasks_by_user_newest ON tasks (user_id, id);
CREATE INDEX tasks_by_task_id ON tasks (task_id);
CREATE INDEX tasks_by_submit_time ON tasks (submit_time);
CREATE INDEX tasks_unfinished ON tasks (id) WHERE progress <> '100%';

CREATE TABLE quota_data (
  id {id},
  user_id BIGINT NOT NULL,
  username TEXT NOT NULL,
  model_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  token_used BIGINT NOT NULL DEFAULT 0,
  count BIGINT NOT NULL DEFAULT 0,
  quota BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX quota_data_by_user_model_hour ON quota_data (user_id, model_name, created_at);
CREATE INDEX quota_data_by_hour ON quota_data (created_at);
