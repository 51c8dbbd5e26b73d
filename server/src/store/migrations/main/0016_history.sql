-- What an audited act changed, one row per changed channel, option, token, code or user.
CREATE TABLE audit_changes (
  audit_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  -- The id of the row, or the name of the option.
  subject TEXT NOT NULL,
  -- JSON: old and new values by field. Empty for acts from before this table, whose values were not kept.
  fields TEXT NOT NULL DEFAULT '',
  -- Encrypted: the values that may hold credentials. Emptied after some weeks.
  sealed TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (audit_id, kind, subject)
);

CREATE INDEX audit_changes_by_subject ON audit_changes (kind, subject, audit_id);
CREATE INDEX audit_changes_sealed ON audit_changes (audit_id) WHERE sealed <> '';

-- Acts that were taken back; each can be once.
CREATE TABLE undone_acts (
  audit_id BIGINT PRIMARY KEY,
  undone_at BIGINT NOT NULL
);

-- Deleted channels, so that a deletion can be undone for some weeks: the whole row as JSON, its key encrypted as before.
CREATE TABLE deleted_channels (
  id BIGINT PRIMARY KEY,
  deleted_at BIGINT NOT NULL,
  content TEXT NOT NULL
);

CREATE INDEX deleted_channels_by_time ON deleted_channels (deleted_at);

-- Earlier acts appear in the history of their channel or option, without values that could be restored.
-- sqlite:
INSERT INTO audit_changes (audit_id, kind, subject)
SELECT id, 'channel', substr(target, 2, instr(target || ' ', ' ') - 2) FROM audit
WHERE action IN ('channel.create', 'channel.update', 'channel.copy', 'channel.delete') AND target LIKE '#%';

-- postgres:
INSERT INTO audit_changes (audit_id, kind, subject)
SELECT id, 'channel', substr(split_part(target, ' ', 1), 2) FROM audit
WHERE action IN ('channel.create', 'channel.update', 'channel.copy', 'channel.delete') AND target LIKE '#%';

INSERT INTO audit_changes (audit_id, kind, subject)
SELECT id, 'option', target FROM audit WHERE action = 'option.update' AND target <> '';
