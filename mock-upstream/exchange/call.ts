import type { IncomingHttpHeaders } from 'node:http'
import type { Counts } from '../model/completion.ts'
import type { TaskBook } from '../tasks/task-book.ts'
import type { JsonObject } from './json.ts'
import type { MockResponse, Refusal } from './response.ts'

/** One request, parsed. */
export type Call = {
  /** Counts up from 1. Every identifier in a response derives from it. */
  serial: number
  method: string
  /** Without the vendor's prefix and the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Empty if the body was a form. */
  body: JsonObject
  /** The body as it was sent. */
  bytes: Buffer
  form?: FormData
  key: string
  model: string
  /** The URL of this server, for responses that hold URLs. */
  origin: string
  /** The tasks that this server has accepted. */
  tasks: TaskBook
  /** Counts that a fault reports in place of the true ones. */
  counts?: Partial<Counts>
  /** Passes the usage that a vendor reports, in its own format. A fault may change or remove it. */
  usage<Shape extends object>(counted: Shape): Shape | undefined
}

export type Handler = (call: Call) => MockResponse | Promise<MockResponse>

export type Vendor = {
  name: string
  /** The account of a call, if it is not in a header or query that most vendors use. */
  keyOf?(headers: IncomingHttpHeaders, query: URLSearchParams, path: string): string
  /** The model of a call, if it is neither a field `model` of the body nor after `models` in the path. */
  modelOf?(path: string, body: JsonObject): string
  /** Refuses a call that lacks the vendor's credential. */
  authenticate(call: Call): void
  /** An error in the vendor's own format. */
  refuse(status: number, message: string): Refusal
  /** The handler of a path. The method of calls over a WebSocket, whose first message is the body, is `SOCKET`. */
  find(method: string, path: string): Handler | undefined
  /** The vendor reads any body as JSON, regardless of the content type. */
  ignoresContentType?: true
  /** A POST may have no body. */
  allowsNoBody?: true
}

/** `prefix` and the call's serial number, padded to the length of the vendor's own identifiers. */
export const identifier = (prefix: string, call: Call, ordinal = 0): string =>
  prefix + String(call.serial).padStart(21, '0') + String(ordinal).padStart(3, '0')

/** The creation time in every response: a constant, so that responses can be compared. */
export const createdSeconds = 1_767_225_600
export const createdText = '2026-01-01T00:00:00Z'

/** Keys that contain this word are refused as wrong keys. */
export const isWrongKey = (key: string): boolean => key.includes('invalid')

/** This model is refused as unknown. */
export const absentModel = 'no-such-model'

export const bearerOf = (headers: IncomingHttpHeaders): string => {
  const value = headers.authorization ?? ''
  return value.slice(0, 7).toLowerCase() === 'bearer ' ? value.slice(7).trim() : ''
}

/** A short fingerprint that ties an issued value to a key or a text. It is not a secret. */
export function markOf(text: string): string {
  let state = 2166136261
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 16777619)
  return (state >>> 0).toString(16).padStart(8, '0')
}

const browserKey = 'openai-insecure-api-key.'

/** The key of a call in any vendor's header or query, so that a fault can match one channel. */
export function credentialOf(headers: IncomingHttpHeaders, query: URLSearchParams): string {
  const named = headers['x-api-key'] ?? headers['api-key'] ?? headers['x-goog-api-key']
  if (typeof named === 'string') return named.trim()
  if (headers.authorization !== undefined) return bearerOf(headers)
  return (
    subprotocolsOf(headers)
      .find((each) => each.startsWith(browserKey))
      ?.slice(browserKey.length) ??
    query.get('key') ??
    ''
  )
}

export const subprotocolsOf = (headers: IncomingHttpHeaders): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim())
