import { callOf } from '@turnpike/contract/call'
import type { ConsoleResponse } from '@turnpike/contract/console-response'
import type { Endpoint, InputOf, ResultOf } from '@turnpike/contract/endpoint'
import type { ErrorCode, ErrorParams } from '@turnpike/contract/errors'
import { orgHeader } from '@turnpike/contract/identity/organisation'
import { language } from '../browser/preferences.ts'
import { loseOrg, org } from '../session/org-context.ts'
import { endSession, secondFactorMissing, session } from '../session/session.ts'
import { asSentence } from '../text/as-sentence.ts'
import { dictionary } from '../text/text.ts'
import { translated } from '../text/translated.ts'

const transportText = dictionary({
  unreachable: ['Unable to connect to server', '无法连接至服务器'],
  tooMany: ['Too many requests, try again later', '请求次数过多，请稍后再试'],
  internal: ['Internal server error, contact the administrator', '服务器内部错误，请联系管理员'],
  demo: ['This is a demo site with no server', '本站仅作演示之用，无服务端'],
  other: ['The server responded with status {status}', '服务器返回了 {status}'],
})

type Details = {
  status: number
  code?: ErrorCode | undefined
  params?: ErrorParams | undefined
  requestId?: string | null
}

/** A failed call; its message is for users, in the language that was set when the call failed. */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly params: ErrorParams | undefined
  readonly requestId: string | undefined
  constructor(message: string, details: Details) {
    super(message)
    this.status = details.status
    this.code = details.code
    this.params = details.params
    this.requestId = details.requestId ?? undefined
  }
}

type Input<E extends Endpoint> = keyof InputOf<E> extends never ? [input?: undefined] : [input: InputOf<E>]

/** Calls an endpoint of the contract and returns its declared result; every other outcome is a CallError. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Input<E>): Promise<ResultOf<E>> {
  const actsFor = orgOf(endpoint)
  const response = await request(endpoint, input, actsFor)
  const envelope = await readEnvelope<unknown>(response)
  // The server responds in the shape of the endpoint; the compiler cannot follow the lookup.
  if (envelope?.success) return (endpoint.beside ? envelope : envelope.data) as ResultOf<E>
  throw await refusal(response, envelope, actsFor)
}

type Success<E extends Endpoint> = Extract<ResultOf<E>, { message: 'success' }>

/** The same for the endpoints of payments: `message` is `success`, or `error` with the refusal's text in `data`. */
export async function callPayment<E extends Endpoint>(endpoint: E, ...[input]: Input<E>): Promise<Success<E>> {
  const actsFor = orgOf(endpoint)
  const response = await request(endpoint, input, actsFor)
  const envelope = await readEnvelope<unknown>(response)
  // The server responds in the shape of the endpoint; the compiler cannot follow the lookup.
  if (envelope?.message === 'success') return envelope as unknown as Success<E>
  if (envelope?.message === 'error' && 'data' in envelope)
    throw new CallError(translated(asSentence(String(envelope.data))), response)
  throw await refusal(response, envelope, actsFor) // refused before the endpoint was reached
}

/** The organisation that a call acts for: the tab's, for the endpoints that can act for one. */
const orgOf = (endpoint: Endpoint): number | undefined => (endpoint.org ? org.get() : undefined)

type CallInput = Parameters<typeof callOf>[1]

function request(endpoint: Endpoint, input: CallInput, actsFor: number | undefined): Promise<Response> {
  const { method, url, body } = callOf(endpoint, input)
  return send(url, {
    method,
    body,
    headers: { ...callerHeaders(actsFor), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
  })
}

/** The headers that name the caller, the organisation that the caller acts for, and the language. */
export const callerHeaders = (actsFor: number | undefined) => ({
  'New-Api-User': String(session.get()?.id ?? -1),
  'Accept-Language': language.get(),
  ...(actsFor !== undefined && { [orgHeader]: String(actsFor) }),
})

/** Calls an endpoint whose response is a file, and returns the response before its body is read. */
export async function download<E extends Endpoint>(endpoint: E, ...[input]: Input<E>): Promise<Response> {
  const { method, url } = callOf(endpoint, input)
  const actsFor = orgOf(endpoint)
  const response = await send(url, { method, headers: callerHeaders(actsFor) })
  // Most refusals have the status 200 and the envelope of every response; a file is never JSON.
  const isEnvelope = response.headers.get('Content-Type')?.startsWith('application/json') ?? false
  if (isEnvelope || !response.ok) throw await refusal(response, await readEnvelope(response), actsFor)
  return response
}

/** `fetch`, with a network failure as a CallError. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    throw new CallError(transportText.get()('unreachable'), { status: 0 })
  }
}

/** The error of a refused response, for requests that do not use `call` because their success is not JSON. */
export const refusalOf = async (response: Response) => refusal(response, await readEnvelope(response))

async function refusal(
  { status, headers }: Response,
  response: ConsoleResponse<unknown> | undefined,
  actsFor?: number,
): Promise<CallError> {
  // The guard of the open page sees the session end and redirects to sign-in.
  if (status === 401) endSession('expired')
  const refused = response?.success ? undefined : response
  if (refused?.code === 'second_factor_required') secondFactorMissing.set(true)
  if (refused?.code === 'org_missing' && actsFor !== undefined) loseOrg(actsFor)
  const requestId = headers.get('X-Oneapi-Request-Id')
  return new CallError(await wordsOf(status, refused), {
    status,
    code: refused?.code,
    params: refused?.params,
    requestId,
  })
}

async function readEnvelope<Data>(response: Response): Promise<ConsoleResponse<Data> | undefined> {
  try {
    return (await response.json()) as ConsoleResponse<Data>
  } catch {
    return undefined // a proxy's page, an empty 429: only the status is known
  }
}

type Refused = { message: string; code?: string; params?: ErrorParams }

async function wordsOf(status: number, response: Refused | undefined): Promise<string> {
  const known = response?.code && (await catalogueText(response.code, response.params))
  if (known) return known
  if (response?.message) return translated(asSentence(response.message))
  const t = transportText.get()
  if (status === 429) return t('tooMany')
  if (status === 500) return t('internal')
  return status === 405 ? t('demo') : t('other', { status })
}

/** The catalogue is long and most visits see no refusal, so it is fetched with the first one. */
async function catalogueText(code: string, params: ErrorParams | undefined): Promise<string | undefined> {
  try {
    const { errorText, isErrorCode } = await import('@turnpike/contract/errors')
    return isErrorCode(code) ? translated(asSentence(errorText(code, language.get(), params))) : undefined
  } catch {
    return undefined // after an upgrade the file is gone: the text of the server remains
  }
}
