import { type Charge, chargeOf } from '../../domain/money/pricing/charge.ts'
import { type PricedOther, pricedOther } from '../../domain/money/pricing/log-other.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { priceOf } from '../../domain/money/pricing/price-book.ts'
import { pricedFacts } from '../../domain/money/pricing/priced-facts.ts'
import { priceAt } from '../../domain/money/pricing/tiers/price-at.ts'
import { type OtherModel, totalCompletion, totalPrompt, type Usage } from '../../domain/money/pricing/usage.ts'
import type { Call } from '../call/call.ts'
import { startOf } from '../call/estimated-cost.ts'

type OtherCharge = OtherModel & { charge: Charge; price: Price }

/**
 * The charges of other models that the upstream ran within the call, such as an advisor, each at the price of its model.
 * A model without a price is charged at the price of the call: a missing price must not mean free.
 */
export const chargeOthers = (
  { others = [] }: Usage,
  call: Pick<Call, 'price' | 'groupRatio' | 'snapshot' | 'startedAt'>,
  now: number,
): OtherCharge[] =>
  others.map((other) => {
    const { price, groupRatio, snapshot } = call
    const listed = priceOf(snapshot.prices, other.model)
    const ownPrice = listed ? priceAt(listed, startOf(call, now)) : price
    const charge = chargeOf(other.usage, ownPrice, groupRatio, { count: other.count })
    return { ...other, charge, price: ownPrice }
  })

/** The part of a charge that is for one other model, complete enough to be recalculated by hand. */
type OtherModelFields = PricedOther & {
  model: string
  /** The model whose price applies, if it is not the model itself. */
  priced_as?: string
  count: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
}

export const otherModelFacts = (others: readonly OtherCharge[]): { other_models?: OtherModelFields[] } =>
  others.length === 0 ? {} : { other_models: others.map(fieldsOf) }

const fieldsOf = ({ model, usage, count, charge, price }: OtherCharge): OtherModelFields => ({
  model,
  ...(price.model !== model && { priced_as: price.model }),
  count,
  quota: charge.quota,
  prompt_tokens: totalPrompt(usage),
  completion_tokens: totalCompletion(usage),
  ...pricedOther(pricedFacts(charge, usage)),
})

export const otherModelRemarks = (others: readonly OtherCharge[]): string[] =>
  others.map(({ model, price, charge }) => `服务商另外使用模型 ${model || price.model}，额度 ${charge.quota}`)
