import type { RelayServer } from '../harness/relay-harness.ts'

/** Parsed JSON, as loosely typed as JSON.parse leaves it: the assertions say what is expected of it. */
export type Loose = ReturnType<typeof JSON.parse>

export type Sent = { status: number; headers: Headers; text: string; json: Loose }
export type Sending = {
  key?: string
  headers?: Record<string, string>
  method?: string
  /** An object goes as JSON; anything else as it is. */
  body?: unknown
  signal?: AbortSignal
}

/** One request as a plain HTTP client sends it. JSON that cannot be read is undefined. */
export async function send({ url }: Pick<RelayServer, 'url'>, path: string, sending: Sending = {}): Promise<Sent> {
  const response = await open({ url }, path, sending)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

/** The same, before its response has been read. */
export function open({ url }: Pick<RelayServer, 'url'>, path: string, sending: Sending = {}): Promise<Response> {
  const { key, headers = {}, body, signal } = sending
  const isPlain = typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
  return fetch(url + path, {
    method: sending.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...((isPlain || typeof body === 'string') && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : (body as RequestInit['body']) }), // the tests know what they send
    ...(signal && { signal }),
  })
}

function parsed(text: string): Loose {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The data of a stream's events, parsed where it is JSON. */
export const eventsIn = (text: string): Loose[] =>
  text
    .split(/\r?\n\r?\n/)
    .flatMap((block) => block.split(/\r?\n/).filter((line) => line.startsWith('data:')))
    .map((line) => line.slice(5).trim())
    .map((data) => parsed(data) ?? data)

export const chatBody = (content = 'hello there', more: object = {}) => ({
  model: 'gpt-4o',
  messages: [{ role: 'user', content }],
  ...more,
})
