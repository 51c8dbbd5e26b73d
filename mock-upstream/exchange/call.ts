import type { IncomingHttpHeaders } from 'node:http'
import type { Counts } from '../model/completion.ts'
import type { TaskBook } from '../tasks/task-book.ts'
import type { JsonObject } from './json.ts'
import type { MockResponse, Refusal } from './response.ts'

/** One request, read. */
export type Call = {
  /** Counts up from 1; every identifier in an answer is made from it. */
  serial: number
  method: string
  /** Without the vendor's prefix and without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Empty when the body was a form. */
  body: JsonObject
  /** The body as it was sent. */
  bytes: Buffer
  form?: FormData
  key: string
  model: string
  /** Where this server is reached, for answers that hold addresses. */
  origin: string
  /** What this server has accepted and not finished yet. */
  tasks: TaskBook
  /** Counts that a fault wants reported in place of the true ones. */
  counts?: Partial<Counts>
  /** The usage a vendor is about to report, in its own shape. A fault may change it or take it away. */
  usage<Shape extends object>(counted: Shape): Shape | undefined
}

export type Handler = (call: Call) => MockResponse | Promise<MockResponse>

export type Vendor = {
  name: string
  /** The account that a call names, where it is not in a header or query that most vendors use. */
  keyOf?(headers: IncomingHttpHeaders, query: URLSearchParams, path: string): string
  /** The model that a call names, where it is neither a member `model` of the body nor behind `models` in the path. */
  modelOf?(path: string, body: JsonObject): string
  /** Refuses a call that lacks the vendor's credential. */
  authenticate(call: Call): void
  /** An error in the vendor's own shape. */
  refuse(status: number, message: string): Refusal
  /** Who answers a path. The method of calls over a WebSocket, whose first message is the body, is `SOCKET`. */
  find(method: string, path: string): Handler | undefined
  /** The vendor reads any body as JSON, whatever the content type says. */
  ignoresContentType?: true
  /** A POST may say everything in its address. */
  allowsNoBody?: true
}

/** `prefix` and the call's number, padded as long as the vendor's own identifiers. */
export const identifier = (prefix: string, call: Call, ordinal = 0): string =>
  prefix + String(call.serial).padStart(21, '0') + String(ordinal).padStart(3, '0')

/** The moment every answer was created: a constant, so that answers can be compared. */
export const createdSeconds = 1_767_225_600
export const createdText = '2026-01-01T00:00:00Z'

/** Keys with this word in them are refused as the vendor refuses a wrong key. */
export const isWrongKey = (key: string): boolean => key.includes('invalid')

/** Models with this name are refused as the vendor refuses a model it does not have. */
export const absentModel = 'no-such-model'

export const bearerOf = (headers: IncomingHttpHeaders): string => {
  const value = headers.authorization ?? ''
  return value.slice(0, 7).toLowerCase() === 'bearer ' ? value.slice(7).trim() : ''
}
