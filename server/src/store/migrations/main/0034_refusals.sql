-- How many of the failed requests the gateway or a provider refused for the request's own fault: they say nothing about the
-- providers. Error rows of earlier versions count as failures.
ALTER TABLE usage_hours ADD COLUMN refusals BIGINT NOT NULL DEFAULT 0;
ALTER TABLE usage_days ADD COLUMN refusals BIGINT NOT NULL DEFAULT 0;
ALTER TABLE usage_model_hours ADD COLUMN refusals BIGINT NOT NULL DEFAULT 0;
