import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { marginBytes, type RecordedCall, type RecordedSide } from '../../domain/usage/prompt-records/recorded-call.ts'
import type { KeptTerms } from '../../domain/usage/prompt-records/stored-terms.ts'
import type { Exchange, ExchangeRequest } from '../../outbound/exchange.ts'
import { KeptBytes } from './kept-bytes.ts'

type Anything = (...given: unknown[]) => unknown

/**
 * Keeps the bytes written to a client. Whole responses, streams and errors are written in many places, but all by these
 * three members of the response, so no other code needs to know of the recording.
 */
function watchResponse(response: ServerResponse, bytes: KeptBytes) {
  const headers: Record<string, string> = {}
  const keep = (data: unknown) => {
    if (!response.destroyed && (typeof data === 'string' || data instanceof Uint8Array)) bytes.add(data)
  }
  const noteHead = (given: unknown) => {
    if (typeof given !== 'object' || given === null) return
    for (const [name, value] of Object.entries(given))
      if (/^(content-type|retry-after)$/i.test(name)) headers[name.toLowerCase()] = String(value)
  }
  before(response, 'writeHead', (given) => noteHead(given.at(-1)))
  before(response, 'write', ([data]) => keep(data))
  before(response, 'end', ([data]) => keep(data))
  return { bytes, head: () => ({ status: response.statusCode, headers }) }
}

function before(response: ServerResponse, name: 'write' | 'end' | 'writeHead', look: (given: unknown[]) => void) {
  const original = response[name].bind(response) as Anything
  const watched: Anything = (...given) => {
    look(given)
    return original(...given)
  }
  Object.assign(response, { [name]: watched })
}

/** The only headers that are kept, of any side. */
const keptHeaders: readonly string[] = [
  'content-type',
  'accept',
  'user-agent',
  'anthropic-version',
  'anthropic-beta',
  'retry-after',
  'x-request-id',
  'request-id',
]
/**
 * Values of other headers of at least this length may be keys. They are removed from the recorded response of the
 * upstream.
 */
const keyLengthMin = 12

type Channel = { secrets(): string[] }
type Done = (error: Error | null, body?: Buffer) => void

/**
 * Keeps the four sides of one call while it runs: requests and responses of client and upstream. Of several attempts
 * the last one is kept.
 */
export class Recording {
  readonly kept: KeptTerms
  readonly #newSide: () => KeptBytes
  readonly #request: KeptBytes
  readonly #response: ReturnType<typeof watchResponse>
  readonly #head: Pick<RecordedSide, 'line' | 'headers'>
  readonly #clientSecrets: readonly string[]
  readonly #channelSecrets = new Set<string>()
  #upstream: { sent: KeptBytes; received: KeptBytes; line?: string; headers: Headers; response?: Exchange } | undefined

  constructor(
    kept: KeptTerms,
    call: { line: string; headers: IncomingHttpHeaders; secrets: readonly string[]; response: ServerResponse },
    room: (bytes: number) => boolean,
  ) {
    this.kept = kept
    const bytesMax = kept.terms.size_max * 1024 + marginBytes
    this.#newSide = () => new KeptBytes(bytesMax, room)
    this.#request = this.#newSide()
    this.#response = watchResponse(call.response, this.#newSide())
    this.#head = { line: call.line, headers: headersOf(call.headers) }
    this.#clientSecrets = call.secrets
  }

  /** Keeps the body on its way to `done`. */
  reading(done: Done): Done {
    return (error, body) => {
      if (body) this.#request.addWhole(body)
      done(error, body)
    }
  }

  takeBody(body: Buffer): void {
    this.#request.addWhole(body)
  }

  /** Begins another attempt and drops the recorded bytes of the one before. */
  beginAttempt(channel: Channel): void {
    for (const secret of channel.secrets()) this.#channelSecrets.add(secret)
    this.#upstream = { sent: this.#newSide(), received: this.#newSide(), headers: {} }
  }

  sent({ method, url, headers, body = '' }: ExchangeRequest): void {
    const upstream = this.#upstream
    if (!upstream) return
    for (const name in headers) if (!keptHeaders.includes(name.toLowerCase())) this.#addSecrets(headers[name] ?? '')
    if (upstream.line !== undefined) upstream.sent.add('\n\n') // one call may send several requests
    upstream.line ??= `${method} ${new URL(url).pathname}` // without the query, which may hold a key
    upstream.headers = headersOf(headers)
    upstream.sent.add(body)
  }

  /** Without the name of its scheme: `Bearer`. */
  #addSecrets(value: string): void {
    for (const each of [value, value.split(' ').at(-1) ?? ''])
      if (each.length >= keyLengthMin) this.#channelSecrets.add(each)
  }

  /** The same response, whose bytes are kept while they are read. */
  receive(response: Exchange): Exchange {
    const upstream = this.#upstream
    if (!upstream) return response
    if (upstream.response) upstream.received.add('\n\n')
    upstream.response = response
    return {
      status: response.status,
      headers: response.headers,
      resume: () => response.resume(),
      abort: () => response.abort(),
      pipe: (sink) =>
        response.pipe({
          data(bytes) {
            upstream.received.add(bytes)
            return sink.data(bytes)
          },
          end: () => sink.end(),
          error: (error) => sink.error(error),
        }),
    }
  }

  /** The recorded sides, when the call is over. */
  take(): Pick<RecordedCall, 'sides' | 'clientSecrets' | 'channelSecrets'> {
    const upstream = this.#upstream
    const sides: RecordedSide[] = [sideOf('client_request', this.#request, this.#head)]
    if (upstream) {
      const { sent, received, line, headers, response } = upstream
      sides.push(sideOf('upstream_request', sent, { line, headers }))
      const got = { status: response?.status, headers: headersOf(response?.headers ?? {}) }
      sides.push(sideOf('upstream_answer', received, got))
    }
    sides.push(sideOf('client_answer', this.#response.bytes, this.#response.head()))
    return { sides, clientSecrets: this.#clientSecrets, channelSecrets: [...this.#channelSecrets] }
  }
}

type Headers = Record<string, string>

const sideOf = (
  name: RecordedSide['name'],
  bytes: KeptBytes,
  head: Omit<RecordedSide, 'name' | 'bytes' | 'size'>,
): RecordedSide => ({ name, ...head, size: bytes.size, bytes: bytes.take() })

function headersOf(headers: IncomingHttpHeaders): Headers {
  const kept: Headers = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && keptHeaders.includes(name.toLowerCase())) kept[name.toLowerCase()] = String(value)
  }
  return kept
}
