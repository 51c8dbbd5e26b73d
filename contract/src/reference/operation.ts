import type { EndpointType } from '../money/pricing.ts'

/** A text in both languages. */
export type Words = readonly [en: string, zh: string]

type Json = Readonly<Record<string, unknown>>
type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array'

/** A field of a request. Types and limits have the names of JSON Schema. */
export type Field = {
  about: Words
  required?: true
  /** A file of a form. */
  isFile?: true
  type: JsonType | readonly JsonType[]
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  default?: string | number | boolean
}
export type Fields = Readonly<Record<string, Field>>

/** A request that works as it is written, except for the key. */
export type Example = {
  /** The model, in the path where it has a place for one, else in the body. */
  model?: string
  /** Values of the parameters in path and query. */
  parameters?: Readonly<Record<string, string>>
  /** The body without the model. */
  body?: Json
  /** The file of a form. */
  file?: { field: string; name: string }
}

export type OperationResponse =
  | { type: 'application/json'; example: unknown }
  | { type: 'text/event-stream'; example: string }
  | { type: 'audio/mpeg' | 'video/mp4' | 'image/png' }
  /** A WebSocket: its first event. */
  | { type: 'websocket'; example: Json }

/** One request that a program can send with an API key. */
export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  path: `/${string}`
  /** Other addresses of the same operation. */
  also?: readonly `/${string}`[]
  title: Words
  about?: Words
  /** Where the API key is sent; by default in the header Authorization. */
  key?: 'anthropic' | 'google' | 'none'
  /** The operation costs money. */
  isCharged?: true
  /** The kind of request that a model must support. */
  models?: EndpointType
  /** The vendor's SDK has a method for the operation. */
  hasSdk?: true
  /** Parameters of path and query: the path names its own in braces. */
  parameters?: Fields
  body?: { as: 'json' | 'form'; fields: Fields }
  example: Example
  response: OperationResponse
}

export type OperationGroup = { id: string; title: Words; about?: Words; operations: readonly Operation[] }

export const jsonBody = (fields: Fields) => ({ as: 'json', fields }) as const
export const jsonResponse = (example: unknown) => ({ type: 'application/json', example }) as const

/** The names of the parameters in a path. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** The JSON body or the fields of a form, with the model where the path has no place for it; undefined without a body. */
export function exampleBody({ path, body, example }: Operation, model = example.model): Json | undefined {
  if (!body) return undefined
  return { ...(model !== undefined && !path.includes('{model}') && { model }), ...example.body }
}

/** The path and query of a request. */
export function filledPath(path: string, values: Readonly<Record<string, string>>): string {
  const inPath = new Set(pathParameters(path))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = new URLSearchParams(Object.entries(values).filter(([name, value]) => !inPath.has(name) && value !== ''))
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** The parameters of the example; the model is one of them where it stands in the path. */
export const exampleParameters = ({ path, example }: Operation, model = example.model): Record<string, string> => ({
  ...(path.includes('{model}') && model !== undefined && { model }),
  ...example.parameters,
})
