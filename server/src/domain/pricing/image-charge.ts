import { decimalOf, multiplyDecimals } from '@turnpike/contract/quota'
import { type Charge, chargeOf, type Factor } from './charge.ts'
import { holdOf } from './hold.ts'
import { type CallPrice, callPrice, type Price, type TokenPrice } from './price.ts'
import { noUsage, totalCompletion, totalPrompt, type Usage } from './usage.ts'

export type ImageCall = {
  price: Price
  /** Pictures asked for, or once there is an answer, pictures delivered. */
  count: number
  size?: string
  quality?: string
  /** Our own count of the prompt. */
  promptTokens: number
}

/** What a picture of the usual size and quality takes, where pictures are made of tokens. */
const imageTokensNominal = 1584

const sizeFactors = new Map([
  ['256x256', 0.4],
  ['512x512', 0.45],
  ['1024x1024', 1],
  ['1024x1792', 2],
  ['1792x1024', 2],
])
const sizeFactorMax = 2

/** Of all pictures priced by the piece, only those of DALL·E cost differently by size and quality. */
export function imageFactors(model: string, size = '1024x1024', quality = 'standard'): Factor[] {
  if (!model.startsWith('dall-e')) return []
  const sizeFactor = sizeFactors.get(size) ?? sizeFactorMax
  const isHighQuality = quality === 'hd' && model.startsWith('dall-e-3')
  return [
    { name: 'size', value: sizeFactor },
    { name: 'quality', value: isHighQuality ? (sizeFactor > 1 ? 1.5 : 2) : 1 },
  ]
}

/** A ratio as the price of a picture: 16 is four cents. */
const perPicture = (price: TokenPrice): CallPrice =>
  callPrice(
    price.model,
    multiplyDecimals(decimalOf(price.ratio), decimalOf(0.0025)),
    { provider: price.provider, mode: price.mode },
    price.quota_per_unit,
  )

/** Where output has a price of its own, a picture is made of tokens; elsewhere a ratio is an old way to price a picture. */
const isMadeOfTokens = (price: Price): price is TokenPrice => price.kind === 'tokens' && price.completion_ratio > 1

const byThePicture = ({ price, count, size, quality }: ImageCall) => ({
  price: price.kind === 'call' ? price : perPicture(price),
  extras: { count, factors: imageFactors(price.model, size, quality) },
})

/** What delivered pictures cost: by the tokens the upstream reports, where the model is priced by tokens at all. */
export function chargeImages(call: ImageCall, usage: Usage | undefined, groupRatio: number): Charge {
  if (call.price.kind === 'tokens' && usage && totalPrompt(usage) + totalCompletion(usage) > 0)
    return chargeOf(usage, call.price, groupRatio)
  if (isMadeOfTokens(call.price)) {
    const image_output = call.count * imageTokensNominal
    return chargeOf({ ...noUsage, input: call.promptTokens, image_output }, call.price, groupRatio)
  }
  const { price, extras } = byThePicture(call)
  return chargeOf(noUsage, price, groupRatio, extras)
}

export function holdImages(call: ImageCall, groupRatio: number, preConsumedQuota: number): number {
  if (isMadeOfTokens(call.price)) {
    const estimate = { input: call.promptTokens, output_max: imageTokensNominal, count: call.count }
    return holdOf(estimate, call.price, groupRatio, preConsumedQuota)
  }
  const { price, extras } = byThePicture(call)
  return holdOf({ input: 0, ...extras }, price, groupRatio, preConsumedQuota)
}
