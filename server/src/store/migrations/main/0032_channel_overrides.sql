-- What a channel changes in its requests, as JSON. Literal values of headers are encrypted within the text.
ALTER TABLE channels ADD COLUMN param_override TEXT NOT NULL DEFAULT '';
ALTER TABLE channels ADD COLUMN header_override TEXT NOT NULL DEFAULT '';
