import { type Estimate, heldTariff, holdOf } from '../../../domain/money/pricing/hold.ts'
import type { Price } from '../../../domain/money/pricing/price.ts'
import { requestFees } from '../../../domain/money/pricing/request-fees.ts'
import { serviceTiersOf } from '../../../domain/money/pricing/usage.ts'
import type { PromptEstimate } from '../../entry/admit.ts'
import { requestedService } from '../../translate/json/service-tiers.ts'
import type { IncomingChat } from '../incoming-chat.ts'

export function estimateOf(incoming: IncomingChat, { tokens, mediaTokens, isCachedForHour }: PromptEstimate): Estimate {
  const services = serviceTiersOf(requestedService(incoming.body))
  const fees = requestFees(incoming.model, incoming.body)
  return { input: tokens, mediaInput: mediaTokens, isCachedForHour, isSpoken: isSpoken(incoming), services, fees }
}

const isSpoken = ({ body }: IncomingChat): boolean =>
  Array.isArray(body.modalities) && body.modalities.includes('audio')

/** The dearest price that a request may have. */
export const dearestOf = (price: Price, estimate: Estimate, preConsumed: number): Price =>
  price.kind === 'tokens' && price.tiers ? heldTariff(estimate, price, 1, preConsumed).tariff : price

/** A limit above the model's maximum does not lengthen its responses. */
export const outputMaxOf = (
  { outputMax, count }: Pick<IncomingChat, 'outputMax' | 'count'>,
  { max_output = Number.POSITIVE_INFINITY }: Price,
): number | undefined => (outputMax === undefined ? undefined : Math.min(outputMax, max_output) * count)

/** In a module of its own, so that the closure does not retain the scope of relayModel for as long as the call is kept. */
export const holdAtOf = (estimate: Estimate, preConsumed: number) => (price: Price, ratio: number) =>
  holdOf(estimate, price, ratio, preConsumed)
