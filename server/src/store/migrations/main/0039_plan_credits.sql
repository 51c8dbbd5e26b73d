-- The subscription whose unused part is in `paid`: this one has replaced it. 0: none.
ALTER TABLE subscriptions ADD COLUMN credit_of BIGINT NOT NULL DEFAULT 0;
