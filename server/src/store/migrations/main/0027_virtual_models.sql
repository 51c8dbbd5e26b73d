-- Names that stand for lists of models. A deleted row stays, so that the deletion can be undone.
CREATE TABLE virtual_models (
  id {id},
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('order', 'weight')),
  -- JSON: names of groups; none means all.
  groups TEXT NOT NULL,
  is_enabled SMALLINT NOT NULL CHECK (is_enabled IN (0, 1)),
  -- JSON: the models, each with its weight and conditions.
  members TEXT NOT NULL,
  -- JSON: kinds of failure.
  fallback_on TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE UNIQUE INDEX virtual_models_by_name ON virtual_models (name) WHERE deleted_at IS NULL;
