-- What an overview of two days reads: orders and codes by the time at which they were credited, and payments that were refused.
CREATE INDEX top_ups_by_completion ON top_ups (complete_time) WHERE status = 'success';
CREATE INDEX redemptions_by_use ON redemptions (redeemed_time) WHERE status = 3;
CREATE INDEX payment_notices_refused ON payment_notices (id) WHERE is_signed = 1 AND effect = 'refused';
