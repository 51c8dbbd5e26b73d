/** What was counted of an account's spend until the last time. */
export type Counted = { used_quota: number; paid: number; shared: number }
/** What there is now; `credits` count like payments where the terms name them. */
export type Present = { used_quota: number; paid: number; credits: number }

/**
 * The part of an account's spend that counts since the last time: its growth, up to what the account has paid. Refunds of
 * requests take back what they gave, and so do refunds of payments, if their amount was spent and counted.
 */
export function countedSince(counted: Counted, { used_quota, paid, credits }: Present): number {
  const limit = paid + credits
  const lost = Math.max(0, counted.paid - paid)
  const back = Math.min(lost, Math.max(0, counted.shared - limit))
  const shared = counted.shared - back
  const growth = used_quota - counted.used_quota
  if (growth < 0) return 0 - Math.min(-growth, shared) - back
  return Math.min(growth, Math.max(0, limit - shared)) - back
}

/** An account that is seen for the first time: from its beginning where it is younger than the agent, else from now on. */
export const firstCount = ({ used_quota, paid }: Present, isYounger: boolean): Counted =>
  isYounger
    ? { used_quota: 0, paid: 0, shared: 0 }
    : { used_quota, paid, shared: Math.max(0, Math.min(used_quota, paid)) }
