import { type Price, priceOf } from '../../../domain/money/pricing/price-book.ts'
import { isForm } from '../../../light/is-form.ts'
import { refuseObjects } from '../../call/admit-objects.ts'
import { notSent } from '../../call/upstream-failures.ts'
import { readModel } from '../../entry/body/read-fields.ts'
import { badRequest, Refusal } from '../../entry/errors/refusals.ts'
import type { JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { addressOf, bearer } from '../../providers/openai-shaped/address.ts'
import type { Target, UpstreamRequest } from '../../providers/provider.ts'
import type { Channel } from '../../routing/channel.ts'
import type { Snapshot } from '../../routing/snapshot.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { IncomingTask, Submitted, UpstreamReturned } from '../task-kind.ts'
import { videoOf, videoReport } from './video-json.ts'

const usual = { model: 'sora-2', seconds: 4, size: '720x1280' }
/** Seconds multiply the price. */
const secondsMax = 3600
/** Only a body without pictures is stored, so that it can be submitted again. */
const keptMax = 16 * 1024

const videoHeaders = (target: Target): Record<string, string> => ({
  ...bearer(target),
  ...(target.openai_organization !== '' && { 'openai-organization': target.openai_organization }),
})

type Fields = { model: string; prompt: string; seconds: number; size: string }

/** A request to make a video: JSON, or a form with a picture to begin from. */
export function readIncomingVideo(
  body: JsonObject | FormData,
  snapshot: Snapshot,
  realModel: (requested: string) => string = (requested) => requested,
): IncomingTask {
  const fields = isForm(body) ? readFields(textFields(body)) : readFields(body)
  if (!isForm(body)) refuseObjects(body)
  const { prompt, seconds, size } = fields
  const model = realModel(fields.model)
  const kept = isForm(body) ? undefined : keptBody(model === fields.model ? body : { ...body, model })
  return {
    platform: 'video',
    ...(model !== fields.model && { virtual: fields.model }),
    action: 'GENERATE',
    model,
    price: pricePerSecond(snapshot, model, size),
    extras: { factors: [{ name: 'seconds', value: seconds }] },
    prompt: { prompt },
    properties: { input: prompt, model, seconds, size, ...(kept && { request: kept }) },
    path: '/v1/videos',
    remarks: (id) => [`时长 ${seconds} 秒`, `大小 ${size}`, `ID ${id}`],
    request: (target) => ({
      method: 'POST',
      url: addressOf(target, '/v1/videos'),
      headers: videoHeaders(target),
      body: sentBody(body, fields, target),
    }),
    read: readSubmitted,
    mayRetry,
  }
}

function textFields(form: FormData): JsonObject {
  const fields: JsonObject = {}
  for (const [name, value] of form) {
    // The upstream might read the other value.
    if (Object.hasOwn(fields, name)) throw badRequest(`${name} is given more than once`, name)
    fields[name] = value
  }
  return fields
}

/** Unknown fields are not sent: an upstream might read a duration or a number of videos from them. */
const fieldsKnown: ReadonlySet<string> = new Set(['model', 'prompt', 'seconds', 'size', 'input_reference'])

function readFields(body: JsonObject): Fields {
  const unknown = Object.keys(body).find((name) => !fieldsKnown.has(name))
  if (unknown !== undefined) throw badRequest(`Unknown parameter: ${unknown.slice(0, 100)}`, unknown.slice(0, 100))
  const prompt = textOf(body.prompt)
  if (!prompt) throw badRequest('prompt is required', 'prompt')
  return {
    model: readModel(body.model ?? usual.model),
    prompt,
    seconds: readSeconds(body.seconds),
    size: readSize(body.size),
  }
}

/** Clients send the number as a text. */
function readSeconds(value: unknown): number {
  if (value === undefined || value === null || value === '') return usual.seconds
  const seconds = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value
  if (!Number.isInteger(seconds) || Number(seconds) < 1 || Number(seconds) > secondsMax)
    throw badRequest(`seconds must be a whole number from 1 to ${secondsMax}`, 'seconds')
  return Number(seconds)
}

function readSize(value: unknown): string {
  if (value === undefined || value === null || value === '') return usual.size
  if (typeof value !== 'string' || !/^\d{2,5}x\d{2,5}$/.test(value))
    throw badRequest('size must be a text such as 720x1280', 'size')
  return value
}

/** Dollars per second: of this size if it has its own price, such as `sora-2-pro-1792x1024`, else of the model. */
function pricePerSecond({ prices }: Snapshot, model: string, size: string): Price {
  const price = priceOf(prices, `${model}-${size}`) ?? priceOf(prices, model)
  if (price?.kind !== 'call') throw new Refusal('model_price_error', { params: { model } })
  return price
}

/** Sends the priced values explicitly, because the upstream's defaults may differ. */
function sentBody(body: JsonObject | FormData, { seconds, size }: Fields, target: Target): JsonObject | FormData {
  const said = { model: target.model, seconds: String(seconds), size }
  if (!isForm(body)) return { ...body, ...said }
  const form = new FormData()
  for (const [name, value] of body) if (!Object.hasOwn(said, name)) form.append(name, value)
  for (const [name, value] of Object.entries(said)) form.append(name, value)
  return form
}

const keptBody = (body: JsonObject): JsonObject | undefined =>
  JSON.stringify(body).length <= keptMax ? body : undefined

function readSubmitted({ status, body, headers }: UpstreamReturned): Submitted {
  if (status >= 400) throw failureOf(status, body, headers)
  const id = isObject(body) && textOf(body.id)
  if (!id || !isObject(body)) throw badResponse()
  return {
    isAccepted: true,
    task_id: id,
    report: videoReport(body),
    isCharged: true,
    response: { status: 200, body: videoOf(body) },
  }
}

/** An upstream that refused has begun nothing. One that broke off or sent an unreadable response may have. */
const mayRetry = (_: Channel, { kind, code, status }: UpstreamFailure): boolean =>
  code === notSent ||
  kind === 'bad_key' ||
  kind === 'no_balance' ||
  kind === 'no_permission' ||
  kind === 'no_model' ||
  kind === 'rate_limited' ||
  (kind === 'overloaded' && status !== 504 && status !== 524)

export const videoRequest = (method: UpstreamRequest['method'], target: Target, path: string): UpstreamRequest => ({
  method,
  url: addressOf(target, `/v1/videos/${path}`),
  headers: videoHeaders(target),
})
