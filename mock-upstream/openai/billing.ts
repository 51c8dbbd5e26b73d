import type { Call } from '../exchange/call.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { missingParameter } from './errors.ts'

/** An account of 120 dollars, of which 20 are spent: a balance of 100. */
export const subscription = (): MockResponse =>
  json({
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: 120,
    hard_limit_usd: 120,
    system_hard_limit_usd: 120,
    access_until: 4_102_444_800,
  })

/** In cents, like OpenAI's. */
export function usage({ query }: Call): MockResponse {
  for (const name of ['start_date', 'end_date']) {
    if (!/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '')) throw missingParameter(name)
  }
  return json({ object: 'list', total_usage: 2000 })
}
