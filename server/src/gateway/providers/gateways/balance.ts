import { objectOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { billingBalance } from '../openai/balance.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import type { Balance, BalanceOperation } from '../provider.ts'

/** The limit that gateways of this family tell for a key without one. */
const unlimited = 100_000_000

const billing = billingBalance(bearerEndpoint)

/** The site's amounts are dollars, yuan or its own units, as it shows them to people. */
function inCurrency(amount: number, status: unknown): Balance {
  const { quota_display_type, display_in_currency, quota_per_unit } = objectOf(objectOf(status)?.data) ?? {}
  if (quota_display_type === 'CNY') return { amount, currency: 'CNY' }
  if (quota_display_type !== 'TOKENS' && display_in_currency !== false) return { amount, currency: 'USD' }
  if (typeof quota_per_unit !== 'number' || quota_per_unit <= 0)
    throw badResponse('the provider did not report the unit of the balance')
  return { amount: amount / quota_per_unit, currency: 'USD' }
}

/** What remains of the key at another gateway of this family, or of its user where the site counts users. */
export const newApiBalance: BalanceOperation = {
  request(responses, target, now) {
    if (responses.length === 0) return { method: 'GET', ...bearerEndpoint(target, '/api/status'), headers: {} }
    return billing.request(responses.slice(1), target, now)
  },
  response([status, subscription, usage], target) {
    if (objectOf(subscription)?.hard_limit_usd === unlimited)
      throw badResponse('the key has no limit, so the provider reports no balance')
    const { amount } = billing.response([subscription, usage], target)
    return inCurrency(amount, status)
  },
}
