import {
  audioTokensOf,
  isByCharacter,
  secondsMax,
  speechUsage,
  transcriptionUsage,
} from '../../domain/money/pricing/audio-usage.ts'
import { isBelievable } from '../../domain/money/pricing/believable.ts'
import { type Charge, chargeOf } from '../../domain/money/pricing/charge.ts'
import { holdOf } from '../../domain/money/pricing/hold.ts'
import {
  chargeImages,
  holdImages,
  imageTokensMax,
  partialImageUsage,
  receivedImageUsage,
} from '../../domain/money/pricing/image-charge.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { noUsage, type Usage } from '../../domain/money/pricing/usage.ts'
import { isForm } from '../../light/is-form.ts'
import { chargeWithin } from '../call/capture.ts'
import { speechTokens } from '../counting/audio-duration.ts'
import { estimateTokens } from '../counting/estimate.ts'
import { inputTokens, tokenCounter } from '../counting/text-tokens.ts'
import { badRequest } from '../entry/errors/refusals.ts'
import type { JsonObject } from '../forms/chat.ts'
import { listOf, objectOf } from '../translate/json/json-values.ts'
import type { IncomingSingle } from './incoming-single.ts'

/** The parts of a response that its charge is computed from. */
export type SingleResponse = {
  bytes: Buffer
  json: unknown
  reported: Usage | undefined
  /** The seconds of the recording that the upstream reports. */
  seconds?: number
  /** The text of a transcript that came piece by piece. */
  text?: string
  /** Partial pictures of a picture that was not finished. */
  partialImages?: number
}
export const nothingReceived: SingleResponse = { bytes: Buffer.alloc(0), json: undefined, reported: undefined }
export type SingleBill = { usage: Usage; charge: Charge; isCounted: boolean }

export type HoldTerms = {
  price: Price
  groupRatio: number
  preConsumed: number
  promptTokens: number
}
export type Terms = HoldTerms & {
  /** The charge of a response whose own charge exceeds every possible balance. */
  heldCharge(): Charge
  /** A count failed, and the response is charged by an estimate. */
  notCounted(error: unknown): void
}

const textOfField = (body: JsonObject | FormData, field: string): string => {
  const value = isForm(body) ? body.get(field) : body[field]
  return typeof value === 'string' ? value : ''
}

/** Slow speech: a second for ten letters, or for three Chinese characters. */
const bytesPerSecondSpoken = 10

/** The most tokens that a text has when it is spoken. */
const spokenTokens = (text: string): number =>
  audioTokensOf(Math.min(secondsMax, Buffer.byteLength(text) / bytesPerSecondSpoken))

/** The length of the uploaded recording. Without it a transcription has no price and is refused. */
function recordingSeconds({ recordingSeconds: seconds }: IncomingSingle): number {
  if (seconds === undefined) throw badRequest('The length of the recording cannot be read', 'file')
  return seconds
}

export function holdSingle(
  incoming: IncomingSingle,
  { price, groupRatio, preConsumed, promptTokens }: HoldTerms,
): number {
  const charge = (usage: Usage) => chargeOf(usage, price, groupRatio).quota
  switch (incoming.kind) {
    case 'images':
    case 'image_edits':
      return holdImages(
        {
          price,
          promptTokens,
          count: incoming.count,
          size: incoming.size,
          quality: incoming.quality,
          partial: partialImages(incoming),
        },
        groupRatio,
        preConsumed,
      )
    case 'speech': {
      const text = textOfField(incoming.body, 'input')
      if (isByCharacter(incoming.model)) return charge(speechUsage(text))
      const output_max = Math.max(preConsumed, spokenTokens(text))
      return holdOf({ input: promptTokens, output_max, isSpoken: true }, price, groupRatio, preConsumed)
    }
    case 'transcriptions':
    case 'translations':
      return charge(longestTranscript(recordingSeconds(incoming), price))
    default:
      return holdOf({ input: Math.max(promptTokens, 1), output_max: 0 }, price, groupRatio, 0)
  }
}

/** The most tokens that are charged beyond those of the prompt, for limits of tokens per minute. */
export function tokensBeyondPrompt(incoming: IncomingSingle, { price, promptTokens }: HoldTerms): number {
  switch (incoming.kind) {
    case 'images':
    case 'image_edits': {
      const { count, size, quality } = incoming
      return imageTokensMax({ price, promptTokens, count, size, quality, partial: partialImages(incoming) }) ?? 0
    }
    case 'speech': {
      const text = textOfField(incoming.body, 'input')
      return isByCharacter(incoming.model) ? Math.max(0, speechUsage(text).input - promptTokens) : spokenTokens(text)
    }
    case 'transcriptions':
    case 'translations': {
      const { input, output } = longestTranscript(recordingSeconds(incoming), price)
      return input + output
    }
    default:
      return 0
  }
}

/** A second of speech has fewer tokens as text than as audio. */
function longestTranscript(seconds: number, { max_output = Number.POSITIVE_INFINITY }: Price): Usage {
  const usage = transcriptionUsage(seconds)
  return { ...usage, output: Math.min(usage.input, max_output) }
}

/**
 * The largest possible charge of a stream: its hold, except for speech, which may last longer than its text suggests.
 */
export const mostSingle = (incoming: IncomingSingle, terms: Terms): number =>
  incoming.kind === 'speech' && terms.price.kind === 'tokens' && !isByCharacter(incoming.model)
    ? Number.POSITIVE_INFINITY
    : holdSingle(incoming, terms)

/** Usage and charge: the upstream's usage if it is plausible, otherwise our own count. */
export async function billSingle(
  incoming: IncomingSingle,
  response: SingleResponse,
  terms: Terms,
): Promise<SingleBill> {
  const { price, groupRatio, promptTokens, heldCharge } = terms
  const reported = believedUsage(response, price)
  if (isImages(incoming)) {
    const finished = finishedImages(incoming, response)
    const call = { price, promptTokens, count: Math.max(1, finished), size: incoming.size, quality: incoming.quality }
    const partial = finished === 0 ? partialImageUsage(call, response.partialImages ?? 0) : undefined
    const usage = reported ?? partial
    const charge = chargeWithin(() => chargeImages(call, usage, groupRatio), heldCharge)
    return { usage: usage ?? noUsage, charge, isCounted: partial !== undefined }
  }
  return billTokens(incoming, response, terms, reported)
}

/**
 * The client hung up while the upstream worked: the input and the received output are charged, and a price per call in
 * full.
 */
export async function billAbandoned(
  incoming: IncomingSingle,
  response: SingleResponse,
  terms: Terms,
): Promise<SingleBill> {
  const { price, groupRatio, promptTokens, heldCharge } = terms
  const reported = believedUsage(response, price)
  if (isImages(incoming)) {
    const call = { price, promptTokens, count: incoming.count, size: incoming.size, quality: incoming.quality }
    const received = { finished: finishedImages(incoming, response), partial: response.partialImages ?? 0, reported }
    const usage = receivedImageUsage(call, received)
    const charge = chargeWithin(() => chargeImages(call, usage, groupRatio), heldCharge)
    return { usage: usage ?? noUsage, charge, isCounted: true }
  }
  return billTokens(incoming, response, terms, reported)
}

async function billTokens(
  incoming: IncomingSingle,
  response: SingleResponse,
  terms: Terms,
  reported: Usage | undefined,
): Promise<SingleBill> {
  const usage = reported ?? (await countOrEstimate(incoming, response, terms))
  const charge = chargeWithin(() => chargeOf(usage, terms.price, terms.groupRatio), terms.heldCharge)
  return { usage, charge, isCounted: reported === undefined }
}

/** The charge of a stream so far: cheap to compute, and rather too high. */
export function accruedSingle(
  incoming: IncomingSingle,
  response: SingleResponse,
  { price, groupRatio, promptTokens }: Terms,
): number {
  const reported = believedUsage(response, price)
  if (isImages(incoming)) {
    const call = { price, promptTokens, count: incoming.count, size: incoming.size, quality: incoming.quality }
    const received = { finished: finishedImages(incoming, response), partial: response.partialImages ?? 0, reported }
    return chargeImages(call, receivedImageUsage(call, received), groupRatio).quota
  }
  return chargeOf(reported ?? usageSoFar(incoming, response, promptTokens), price, groupRatio).quota
}

function usageSoFar(incoming: IncomingSingle, { bytes, text = '' }: SingleResponse, promptTokens: number): Usage {
  if (incoming.kind === 'transcriptions' || incoming.kind === 'translations')
    return { ...transcriptionUsage(recordingSeconds(incoming)), output: estimateTokens(text) }
  if (incoming.kind !== 'speech') return { ...noUsage, input: promptTokens }
  if (isByCharacter(incoming.model)) return speechUsage(textOfField(incoming.body, 'input'))
  const audio_output = speechTokens(bytes, textOfField(incoming.body, 'response_format'))
  return { ...noUsage, input: promptTokens, audio_output }
}

/** The requested partial images, per image. */
function partialImages({ body }: IncomingSingle): number {
  const requested = Number(isForm(body) ? body.get('partial_images') : body.partial_images)
  return requested > 0 ? Math.min(Math.floor(requested), partialImagesMax) : 0
}
const partialImagesMax = 3

const isImages = ({ kind }: IncomingSingle) => kind === 'images' || kind === 'image_edits'

/** An upstream that sends more images than requested is paid for the requested ones. */
const finishedImages = (incoming: IncomingSingle, { json }: SingleResponse): number =>
  Math.min(incoming.count, listOf(objectOf(json)?.data).length)

/** Whether partial pictures have a price when the upstream never finishes the picture. */
export const costsPartialImages = ({ partialImages = 0 }: SingleResponse, { price, promptTokens }: Terms): boolean =>
  partialImageUsage({ price, promptTokens }, partialImages) !== undefined

const believedUsage = ({ reported }: SingleResponse, { context: contextMax }: Price): Usage | undefined =>
  reported && isBelievable(reported, { contextMax }) ? reported : undefined

/** The longer of our own count and the upstream's, unless no upload can be as long as the upstream says. */
const longer = (own: number, reported: number): number => (reported <= secondsMax ? Math.max(own, reported) : own)

async function countOrEstimate(incoming: IncomingSingle, response: SingleResponse, terms: Terms): Promise<Usage> {
  try {
    return await countSingle(incoming, response, terms.promptTokens)
  } catch (error) {
    terms.notCounted(error)
    return usageSoFar(incoming, response, terms.promptTokens)
  }
}

async function countSingle(
  incoming: IncomingSingle,
  { bytes, text = '', seconds = 0 }: SingleResponse,
  promptTokens: number,
): Promise<Usage> {
  const count = await tokenCounter(incoming.model)
  if (incoming.kind === 'transcriptions' || incoming.kind === 'translations')
    return { ...transcriptionUsage(longer(recordingSeconds(incoming), seconds)), output: count(text) }
  if (incoming.kind === 'speech') {
    const input = textOfField(incoming.body, 'input')
    if (isByCharacter(incoming.model)) return speechUsage(input)
    return {
      ...noUsage,
      input: count(input),
      audio_output: speechTokens(bytes, textOfField(incoming.body, 'response_format')),
    }
  }
  if (isForm(incoming.body)) return { ...noUsage, input: promptTokens }
  const { input, query, documents } = incoming.body
  return { ...noUsage, input: inputTokens(input ?? [query, documents], count) }
}
