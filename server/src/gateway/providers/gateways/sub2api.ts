import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { openai } from '../openai/openai.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import { singleOperations } from '../openai-shaped/single.ts'
import type { BalanceOperation, Provider } from '../provider.ts'
import { withNative } from '../with-native.ts'
import { sub2apiFailure } from './failure.ts'
import { gatewayFormats } from './new-api.ts'

/** A key without any limit has this balance. */
const unlimited = -1

/** What remains of the key, its subscription or the wallet: the smallest that applies, in dollars. */
const balance: BalanceOperation = {
  request: (responses, target) =>
    responses.length === 0 ? { method: 'GET', ...bearerEndpoint(target, '/v1/usage') } : undefined,
  response([response]) {
    const usage = objectOf(response)
    const remaining = usage?.remaining ?? objectOf(usage?.quota)?.remaining
    const isDollars = (textOf(usage?.unit) ?? 'USD') === 'USD'
    if (typeof remaining !== 'number' || !Number.isFinite(remaining) || !isDollars)
      throw badResponse('the provider did not report the balance')
    if (remaining === unlimited) throw badResponse('the key has no limit, so the provider reports no balance')
    return { amount: remaining, currency: 'USD' }
  },
}

const { tasks: _, realtime: __, native, ...shared } = openai

/** A gateway that shares subscriptions. It has chats in all formats, embeddings and images. */
export const sub2api: Provider = withNative(
  {
    ...shared,
    single: singleOperations(['embeddings', 'images', 'image_edits'], bearerEndpoint),
    balance,
    failure: sub2apiFailure,
  },
  { native: { ...native, ...gatewayFormats }, countsTokens: 'anthropic' },
)
