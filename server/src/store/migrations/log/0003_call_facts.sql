-- What a call's row says besides its columns; '' in rows of older versions, which have `content` and `other` instead.
ALTER TABLE logs ADD COLUMN facts TEXT NOT NULL DEFAULT '';

-- Rows that are neither consumption (2) nor a failed call (5) are few, and their number is not in the hours.
CREATE INDEX logs_of_events ON logs (created_at, user_id, type) WHERE type NOT IN (2, 5);
CREATE INDEX logs_of_failures ON logs (request_id) WHERE type = 5;
