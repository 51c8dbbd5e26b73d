import { parseJson } from '../../http/json.ts'
import type { ClientError } from '../dialects/dialect.ts'
import { errorBody } from '../dialects/openai/error-body.ts'
import { badRequest } from '../entry/refusals.ts'
import { sanitiseMessage } from '../entry/sanitise.ts'
import type { JsonObject } from '../forms/chat.ts'
import { badResponse } from '../translate/answer/bad-response.ts'
import { isObject } from '../translate/json/json-values.ts'

/** The largest event either side may send. */
export const eventBytesMax = 16 * 1024 * 1024

/** Both sides of a session say JSON objects that name their type. */
export type RealtimeEvent = JsonObject & { type: string }

const isEvent = (value: unknown): value is RealtimeEvent => isObject(value) && typeof value.type === 'string'

/** A client's event, read strictly: what we meter and what the upstream acts on must be the same. */
export function readClientEvent(data: Buffer, isBinary: boolean): RealtimeEvent {
  const event = isBinary ? undefined : parseJson(data)
  if (!isEvent(event)) throw badRequest('An event must be a JSON object with a type, sent as text')
  return event
}

export function readServerEvent(data: Buffer, isBinary: boolean): RealtimeEvent {
  try {
    const event: unknown = isBinary ? undefined : JSON.parse(data.toString('utf8'))
    if (isEvent(event)) return event
  } catch {
    // falls through: what cannot be parsed is no event either
  }
  throw badResponse()
}

/**
 * A session has the model it was opened and priced for. Undefined: the event passes as it is; a text: it passes so, with
 * the upstream's name for the model in place of ours.
 */
export function withOwnModel(event: RealtimeEvent, names: { client: string; upstream: string }): string | undefined {
  const field = event.type === 'session.update' ? 'session' : 'response'
  const settings = event[field]
  if (!isObject(settings) || settings.model === undefined || settings.model === names.upstream) return undefined
  if (settings.model !== names.client) throw badRequest('The model of a session cannot be changed', `${field}.model`)
  return JSON.stringify({ ...event, [field]: { ...settings, model: names.upstream } })
}

/** An upstream's error with its words made fit for a client; undefined where nothing had to be changed. */
export function withFitError(event: RealtimeEvent, secrets: readonly string[]): string | undefined {
  const { error } = event
  if (event.type !== 'error' || !isObject(error) || typeof error.message !== 'string') return undefined
  const message = sanitiseMessage(error.message, secrets)
  return message === error.message ? undefined : JSON.stringify({ ...event, error: { ...error, message } })
}

/** An error of ours in the middle of a session; `number` tells those of one session apart. */
export const errorEvent = (error: ClientError, number = 1): string =>
  JSON.stringify({
    type: 'error',
    event_id: `evt_${error.requestId}${number > 1 ? `_${number}` : ''}`,
    ...errorBody(error),
  })
