import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../http/app-error.ts'
import { isQuotaRefusal } from '../../call/hold.ts'
import { notSent } from '../../call/upstream-failures.ts'
import type { ClientError, ErrorFormat } from '../../dialects/dialect.ts'
import { Refusal } from '../../entry/errors/refusals.ts'

/** The codes of our own responses for clients of Midjourney Proxy. */
const codes = { request: 4, internal: 5, saturated: 30 } as const

/** A refusal of the gateway: the name of the problem and its subject, in the format `{name} {about}`. */
export const mjRefusal = (name: string, { about = '', status = 400 } = {}): Refusal =>
  new Refusal('invalid_request', { params: { reason: `${name} ${about}` }, status })

export const unknownPath = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): Refusal =>
  mjRefusal('unknown_relay_action', { about: `${method} ${url.split('?')[0]?.slice(0, 256)}`, status: 404 })

const names: Readonly<Record<string, string>> = {
  quota_not_enough: 'quota_not_enough',
  [notSent]: 'do_request_failed',
  network: 'do_request_failed',
}

/** Refusals with a status of 500 or above that concern the request or its channel, not a failure of the gateway. */
const ofRequest: ReadonlySet<string> = new Set(['no_available_channel', 'not_supported'])

function codeOf({ status, code }: ClientError): number {
  if (status === 429) return codes.saturated
  return status >= 500 && !ofRequest.has(code) ? codes.internal : codes.request
}

function descriptionOf({ code, message, requestId }: ClientError): string {
  const sentence = message.replace(` (request id: ${requestId})`, '')
  const name = Object.hasOwn(names, code) ? names[code] : undefined
  return name ? `${name} ${sentence}` : sentence
}

/** Errors as clients of Midjourney Proxy read them. */
export const mjErrors: ErrorFormat = {
  error: (error) => ({ description: descriptionOf(error), type: 'upstream_error', code: codeOf(error) }),
}

/** Rethrows an error with the name and status that clients of Midjourney Proxy know. */
export function inMjWords(error: unknown): never {
  if (error instanceof Refusal && isQuotaRefusal(error))
    throw new Refusal(error.code, { ...error.about, status: 400, dialectCode: 'quota_not_enough' })
  throw error
}

/** Reads a body. Refuses a body that is not JSON under this name. */
export function readOrRefuse(read: () => unknown, name: string): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_json') throw mjRefusal(name)
    throw error
  }
}
