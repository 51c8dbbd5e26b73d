-- Refunds of tasks are taken back from the hours in which they were made: hours, days and hours of models were gross, and the
-- ledger is net. Only of charges that are in the log, because only those are in the hours.
CREATE TABLE moved_refunds AS
SELECT refund.created_at - refund.created_at % 3600 AS hour, tasks.user_id, tasks.token_id, tasks.channel_id, tasks.model_name,
  tasks."group", coalesce(users.username, '') AS username,
  coalesce(tokens.name, CASE tasks.token_id WHEN 0 THEN 'playground-' || tasks."group" ELSE '' END) AS token_name,
  refund.amount
FROM ledger AS refund
JOIN ledger AS charge ON charge.kind = 'charge' AND charge.reference = refund.reference AND charge.is_logged = 1
JOIN tasks ON tasks.request_id = refund.reference
LEFT JOIN users ON users.id = tasks.user_id
LEFT JOIN tokens ON tokens.id = tasks.token_id
WHERE refund.kind = 'refund';

INSERT INTO usage_hours (hour, user_id, token_id, channel_id, model_name, "group", username, token_name,
  calls, failures, quota, prompt_tokens, completion_tokens, use_seconds, first_calls, first_ms)
SELECT hour, user_id, token_id, channel_id, model_name, "group", username, token_name, 0, 0, -sum(amount), 0, 0, 0, 0, 0
FROM moved_refunds WHERE true GROUP BY hour, user_id, token_id, channel_id, model_name, "group", username, token_name
ON CONFLICT (hour, user_id, token_id, channel_id, model_name, "group", username, token_name)
DO UPDATE SET quota = usage_hours.quota + excluded.quota;

INSERT INTO usage_days (hour, user_id, token_id, channel_id, model_name, "group", username, token_name,
  calls, failures, quota, prompt_tokens, completion_tokens, use_seconds, first_calls, first_ms)
SELECT hour - hour % 86400, user_id, token_id, channel_id, model_name, "group", username, token_name, 0, 0, -sum(amount), 0, 0, 0, 0, 0
FROM moved_refunds WHERE true
GROUP BY hour - hour % 86400, user_id, token_id, channel_id, model_name, "group", username, token_name
ON CONFLICT (hour, user_id, token_id, channel_id, model_name, "group", username, token_name)
DO UPDATE SET quota = usage_days.quota + excluded.quota;

INSERT INTO usage_model_hours (hour, model_name,
  calls, failures, quota, prompt_tokens, completion_tokens, use_seconds, first_calls, first_ms)
SELECT hour, model_name, 0, 0, -sum(amount), 0, 0, 0, 0, 0 FROM moved_refunds WHERE true GROUP BY hour, model_name
ON CONFLICT (hour, model_name) DO UPDATE SET quota = usage_model_hours.quota + excluded.quota;

DROP TABLE moved_refunds;

-- Margins took refunds from here.
UPDATE cost_hours SET refunded = 0 WHERE refunded <> 0;
