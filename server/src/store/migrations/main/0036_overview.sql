-- What an overview of two days reads: orders and codes by the time at which they were credited.
CREATE INDEX top_ups_by_completion ON top_ups (complete_time) WHERE status = 'success';
CREATE INDEX redemptions_by_use ON redemptions (redeemed_time) WHERE status = 3;
