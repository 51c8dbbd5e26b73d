import { objectOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { EndpointOf } from '../openai-shaped/single.ts'
import type { BalanceOperation } from '../provider.ts'

const dataIn = (response: unknown) => objectOf(objectOf(response)?.data)

/** A key without a limit of its own spends the credits of its account. */
const hasLimit = (response: unknown): boolean => typeof dataIn(response)?.limit_remaining === 'number'

/**
 * The balance of an OpenRouter key in dollars: what remains of its limit. The credits of the account, bought minus
 * used, are told to management keys alone, which may be refused to a key without a limit.
 */
export const openRouterBalance = (endpointOf: EndpointOf): BalanceOperation => ({
  request(responses, target) {
    if (responses.length === 0) return { method: 'GET', ...endpointOf(target, '/v1/key') }
    if (responses.length > 1 || hasLimit(responses[0])) return undefined
    return { method: 'GET', ...endpointOf(target, '/v1/credits') }
  },
  response([key, credits]) {
    const { total_credits, total_usage } = dataIn(credits) ?? {}
    const amount = hasLimit(key)
      ? Number(dataIn(key)?.limit_remaining)
      : Number(total_credits ?? Number.NaN) - Number(total_usage ?? Number.NaN)
    if (!Number.isFinite(amount)) throw badResponse('the provider did not report the balance')
    return { amount, currency: 'USD' }
  },
})
