import { decimalOf, multiplyDecimals } from '@turnpike/contract/quota'
import { type Charge, chargeOf, type Factor } from './charge.ts'
import { holdOf } from './hold.ts'
import { type CallPrice, callPrice, type Price, type TokenPrice } from './price.ts'
import { addUsage, noUsage, totalCompletion, totalPrompt, type Usage } from './usage.ts'

export type ImageCall = {
  price: Price
  /** Requested pictures or, after the response, delivered pictures. */
  count: number
  size?: string
  quality?: string
  /** Our own count of the prompt. */
  promptTokens: number
}

/** Tokens of a picture of the usual size and quality, for models priced by tokens. */
const imageTokensNominal = 1584
/** Tokens of a picture of each quality, square or not. */
const imageTokensByQuality = new Map([
  ['low', { square: 272, other: 408 }],
  ['medium', { square: 1056, other: 1584 }],
  ['high', { square: 4160, other: 6240 }],
])
/** Tokens of a picture that a chat model drew, while its upstream has not reported them. */
export const chatImageTokens = 1400
/** OpenAI adds this many for each partial picture. */
const partialImageTokens = 100

/** Tokens of one picture that the upstream does not report. */
function imageTokensOf({ size = '1024x1024', quality = '' }: Pick<ImageCall, 'size' | 'quality'>): number {
  const tokens = imageTokensByQuality.get(quality)
  if (!tokens) return imageTokensNominal
  const [width, height] = size.split('x')
  return width === height ? tokens.square : tokens.other
}

const sizeFactors = new Map([
  ['256x256', 0.4],
  ['512x512', 0.45],
  ['1024x1024', 1],
  ['1024x1792', 2],
  ['1792x1024', 2],
])
const sizeFactorMax = 2

/** Of the models priced per picture, only DALL·E has prices by size and quality. */
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

/** A completion ratio above 1 prices output tokens; otherwise the ratio is the older form of a price per picture. */
const isPricedByTokens = (price: Price): price is TokenPrice => price.kind === 'tokens' && price.completion_ratio > 1

const pricedPerPicture = ({ price, count, size, quality }: ImageCall) => ({
  price: price.kind === 'call' ? price : perPicture(price),
  extras: { count, factors: imageFactors(price.model, size, quality) },
})

/** The charge for delivered pictures: by the tokens the upstream reports, where the model is priced by tokens. */
export function chargeImages(call: ImageCall, usage: Usage | undefined, groupRatio: number): Charge {
  if (call.price.kind === 'tokens' && usage && totalPrompt(usage) + totalCompletion(usage) > 0)
    return chargeOf(usage, call.price, groupRatio)
  if (isPricedByTokens(call.price)) {
    const image_output = call.count * imageTokensOf(call)
    return chargeOf({ ...noUsage, input: call.promptTokens, image_output }, call.price, groupRatio)
  }
  const { price, extras } = pricedPerPicture(call)
  return chargeOf(noUsage, price, groupRatio, extras)
}

/**
 * The tokens of partial pictures whose picture was never finished, because the upstream broke off. Undefined for models
 * priced per picture: the price is that of a finished one.
 */
export function partialImageUsage(
  { price, promptTokens }: Pick<ImageCall, 'price' | 'promptTokens'>,
  partial: number,
): Usage | undefined {
  if (partial === 0 || !isPricedByTokens(price)) return undefined
  return { ...noUsage, input: promptTokens, image_output: partial * partialImageTokens }
}

/** The pictures that a client had received when it disconnected; `partial` are those of an unfinished picture. */
export type ReceivedImages = { finished: number; partial: number; reported: Usage | undefined }

/**
 * The tokens of a call whose client disconnected: the prompt and the received pictures. A partial picture has the size
 * and nearly the content of the finished one, so it counts as drawn. Undefined for models priced per picture, which
 * cost the requested pictures.
 */
export function receivedImageUsage(
  call: ImageCall,
  { finished, partial, reported }: ReceivedImages,
): Usage | undefined {
  if (!isPricedByTokens(call.price)) return undefined
  const drawn = Math.min(call.count, finished + (partial > 0 ? 1 : 0))
  const unreported = reported ? drawn - finished : drawn
  const image_output = unreported * imageTokensOf(call) + partial * partialImageTokens
  return addUsage(reported ?? { ...noUsage, input: call.promptTokens }, { ...noUsage, image_output })
}

/** `partial`: the number of partial pictures before each picture. */
type RequestedImages = ImageCall & { partial?: number }

/** The most tokens of all pictures together. Undefined for models priced per picture. */
export const imageTokensMax = (call: RequestedImages): number | undefined =>
  isPricedByTokens(call.price)
    ? call.count * (Math.max(imageTokensNominal, imageTokensOf(call)) + (call.partial ?? 0) * partialImageTokens)
    : undefined

export function holdImages(call: RequestedImages, groupRatio: number, preConsumedQuota: number): number {
  const output_max = imageTokensMax(call)
  if (output_max !== undefined)
    return holdOf({ input: call.promptTokens, output_max }, call.price, groupRatio, preConsumedQuota)
  const { price, extras } = pricedPerPicture(call)
  return holdOf({ input: 0, ...extras }, price, groupRatio, preConsumedQuota)
}
