-- On PostgreSQL the log has a table per month (UTC): old months go in one piece, and the indexes that calls write to stay
-- small. A row whose month has no table, because it was not made in time or the time is a wrong one, goes to logs_default.
-- SQLite keeps the one table.

-- postgres:
ALTER TABLE logs RENAME TO logs_whole;
-- postgres:
ALTER SEQUENCE logs_id_seq RENAME TO logs_whole_id_seq;

-- Partitions know their table's identity column from version 17 on; a default they know in every version.
-- postgres:
CREATE SEQUENCE logs_id_seq;
-- postgres:
SELECT setval('logs_id_seq', last_value, is_called) FROM logs_whole_id_seq;
-- postgres:
CREATE TABLE logs (LIKE logs_whole INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at);
-- postgres:
ALTER TABLE logs ALTER COLUMN id SET DEFAULT nextval('logs_id_seq');
-- postgres:
ALTER SEQUENCE logs_id_seq OWNED BY logs.id;
-- postgres:
CREATE TABLE logs_default PARTITION OF logs DEFAULT;

-- No call was made in another century.
-- postgres:
DO $$ DECLARE month timestamp; BEGIN
  FOR month IN
    SELECT DISTINCT date_trunc('month', to_timestamp(created_at) AT TIME ZONE 'UTC') FROM logs_whole
    WHERE created_at BETWEEN extract(epoch FROM date '2000-01-01') AND extract(epoch FROM date '2100-01-01') - 1
  LOOP EXECUTE format(
    'CREATE TABLE %I PARTITION OF logs FOR VALUES FROM (%s) TO (%s)',
    'logs_' || to_char(month, 'YYYY_MM'),
    extract(epoch FROM month)::bigint,
    extract(epoch FROM month + interval '1 month')::bigint
  ); END LOOP; END $$;

-- postgres:
INSERT INTO logs SELECT * FROM logs_whole;
-- postgres:
DROP TABLE logs_whole;

-- A key must hold what the table is divided by.
-- postgres:
ALTER TABLE logs ADD PRIMARY KEY (id, created_at);
-- postgres:
CREATE INDEX logs_by_user_time ON logs (user_id, created_at);
-- postgres:
CREATE INDEX logs_by_time_type ON logs (created_at, type);
-- postgres:
CREATE INDEX logs_by_token_time ON logs (token_id, created_at);
-- Whatever writes the consumption of a request again, after a crash, from the spool or on the way to another database,
-- writes it with the same time.
-- postgres:
CREATE UNIQUE INDEX logs_one_consumption_per_request ON logs (request_id, created_at) WHERE type = 2 AND request_id <> '';
-- postgres:
ANALYZE logs;
