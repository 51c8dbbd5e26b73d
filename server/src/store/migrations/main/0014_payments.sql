ALTER TABLE top_ups ADD COLUMN currency TEXT NOT NULL DEFAULT '';
-- Who may be paid for the order: the merchant id that it was made with.
ALTER TABLE top_ups ADD COLUMN merchant TEXT NOT NULL DEFAULT '';
-- The provider's own number of the payment.
ALTER TABLE top_ups ADD COLUMN provider_ref TEXT NOT NULL DEFAULT '';
ALTER TABLE top_ups ADD COLUMN completed_by TEXT NOT NULL DEFAULT '';
-- When the provider was last asked about an order that is still open.
ALTER TABLE top_ups ADD COLUMN asked_at BIGINT NOT NULL DEFAULT 0;

CREATE INDEX top_ups_open ON top_ups (create_time) WHERE status = 'pending';

-- Every notification of a payment provider. Those without a valid signature are kept up to a number.
CREATE TABLE payment_notices (
  id {id},
  received_at BIGINT NOT NULL,
  provider TEXT NOT NULL,
  address TEXT NOT NULL,
  trade_no TEXT NOT NULL,
  is_signed SMALLINT NOT NULL CHECK (is_signed IN (0, 1)),
  -- The text that the signature was checked over, so that it can be checked again.
  payload TEXT NOT NULL,
  parameters TEXT NOT NULL,
  checks TEXT NOT NULL,
  effect TEXT NOT NULL,
  reason TEXT NOT NULL
);

CREATE INDEX payment_notices_unsigned ON payment_notices (id) WHERE is_signed = 0;
CREATE INDEX payment_notices_by_order ON payment_notices (trade_no);
