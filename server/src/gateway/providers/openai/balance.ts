import { isObject } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { EndpointOf } from '../openai-shaped/single.ts'
import type { BalanceOperation } from '../provider.ts'

const daySeconds = 24 * 60 * 60
const windowDays = 100

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/** Accounts with a payment method are billed by the month; others have a grant that lasts longer. */
function windowOf(subscription: unknown, now: number): string {
  const isMonthly = isObject(subscription) && subscription.has_payment_method !== false
  const start = isMonthly ? `${dateOf(now).slice(0, 7)}-01` : dateOf(now - windowDays * daySeconds)
  return `start_date=${start}&end_date=${dateOf(now + daySeconds)}`
}

function amountIn(response: unknown, field: string): number {
  const amount = isObject(response) ? response[field] : undefined
  if (typeof amount !== 'number' || !Number.isFinite(amount))
    throw badResponse('the provider did not report the balance')
  return amount
}

/** The balance at a server of the OpenAI format: the limit minus the usage, which is in cents. */
export const billingBalance = (endpointOf: EndpointOf): BalanceOperation => ({
  request(responses, target, now) {
    if (responses.length === 0) return { method: 'GET', ...endpointOf(target, '/v1/dashboard/billing/subscription') }
    if (responses.length > 1) return undefined
    return { method: 'GET', ...endpointOf(target, `/v1/dashboard/billing/usage?${windowOf(responses[0], now)}`) }
  },
  response: ([subscription, usage]) => ({
    amount: amountIn(subscription, 'hard_limit_usd') - amountIn(usage, 'total_usage') / 100,
    currency: 'USD',
  }),
})
