import { isObject, objectOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { Reach } from '../openai-shaped/single.ts'
import type { BalanceOperation } from '../provider.ts'

/** What was bought, minus what was used, in dollars. */
export const credits = (reach: Reach): BalanceOperation => ({
  request: (responses, target) =>
    responses.length === 0 ? { method: 'GET', ...reach(target, '/v1/credits') } : undefined,
  response([response]) {
    const data = objectOf(isObject(response) ? response.data : undefined)
    const amount = Number(data?.total_credits ?? Number.NaN) - Number(data?.total_usage ?? Number.NaN)
    if (!Number.isFinite(amount)) throw badResponse('the upstream did not tell its balance')
    return { amount, currency: 'USD' }
  },
})
