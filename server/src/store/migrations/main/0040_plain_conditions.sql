-- The charge of every call is compared with the conditions of these indexes. SQLite builds a table for a list of three values or more,
-- each time, which costs as much as the rest of the entry.
DROP INDEX ledger_credits;
DROP INDEX ledger_credits_by_user;
DROP INDEX ledger_of_earnings;

CREATE INDEX ledger_credits ON ledger (kind, id)
  WHERE kind = 'grant' OR kind = 'redemption' OR kind = 'adjustment_credit';
CREATE INDEX ledger_credits_by_user ON ledger (user_id, kind)
  WHERE kind = 'grant' OR kind = 'redemption' OR kind = 'adjustment_credit';
CREATE INDEX ledger_of_earnings ON ledger (user_id, id) WHERE affiliate <> 0;
