-- A hold that expired while its call was still running is taken again. Then the charge of its expiry counts towards the
-- call's own charge, and the column says that it must be looked for.
ALTER TABLE holds ADD COLUMN is_reopened SMALLINT NOT NULL DEFAULT 0 CHECK (is_reopened IN (0, 1));
