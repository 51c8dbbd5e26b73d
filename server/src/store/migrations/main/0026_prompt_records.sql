-- Whether prompts and answers of a token are recorded, as JSON; empty where they are not.
ALTER TABLE tokens ADD COLUMN record TEXT NOT NULL DEFAULT '';

-- The groups whose prompts and answers are recorded.
CREATE TABLE group_records (
  "group" TEXT PRIMARY KEY,
  terms TEXT NOT NULL
);
