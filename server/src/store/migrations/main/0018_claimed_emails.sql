-- A mail address that was typed at registration without a proof. It identifies nobody: accounts are found by `email`
-- alone, and any number of accounts may claim one address.
ALTER TABLE users ADD COLUMN claimed_email TEXT NOT NULL DEFAULT '';
