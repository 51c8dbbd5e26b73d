import { parseJson } from '../../http/json.ts'
import type { ClientError } from '../dialects/dialect.ts'
import { errorBody } from '../dialects/openai/error-body.ts'
import { badRequest } from '../entry/errors/refusals.ts'
import { sanitiseMessage } from '../entry/errors/sanitise.ts'
import type { JsonObject } from '../forms/chat.ts'
import { isObject } from '../translate/json/json-values.ts'
import { badResponse } from '../translate/response/bad-response.ts'

/** The largest event either side may send. */
export const eventBytesMax = 16 * 1024 * 1024

/** Both sides of a session send JSON objects that name their type. */
export type RealtimeEvent = JsonObject & { type: string }

const isEvent = (value: unknown): value is RealtimeEvent => isObject(value) && typeof value.type === 'string'

/** A client's event, read strictly: the gateway must meter exactly the event that the upstream acts on. */
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
    // falls through: text that is not JSON is no event either
  }
  throw badResponse()
}

/**
 * A session keeps the model it was opened and priced for. Returns the event's text with the upstream's name for that
 * model, or undefined where the event is forwarded as it is.
 */
export function withUpstreamModel(
  event: RealtimeEvent,
  names: { client: string; upstream: string },
): string | undefined {
  const field = event.type === 'session.update' ? 'session' : 'response'
  const settings = event[field]
  if (!isObject(settings) || settings.model === undefined || settings.model === names.upstream) return undefined
  if (settings.model !== names.client) throw badRequest('The model of a session cannot be changed', `${field}.model`)
  return JSON.stringify({ ...event, [field]: { ...settings, model: names.upstream } })
}

/** An upstream's error event with a message fit for a client; undefined where the event is forwarded as it is. */
export function withSanitisedError(event: RealtimeEvent, secrets: readonly string[]): string | undefined {
  const { error } = event
  if (event.type !== 'error' || !isObject(error) || typeof error.message !== 'string') return undefined
  const message = sanitiseMessage(error.message, secrets)
  return message === error.message ? undefined : JSON.stringify({ ...event, error: { ...error, message } })
}

/** An error of the gateway during a session. `number` makes the event ids of one session unique. */
export const errorEvent = (error: ClientError, number = 1): string =>
  JSON.stringify({
    type: 'error',
    event_id: `evt_${error.requestId}${number > 1 ? `_${number}` : ''}`,
    ...errorBody(error),
  })
