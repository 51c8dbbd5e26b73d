import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createEncoder } from '../exchange/encode-frames.ts'
import type { MockResponse } from '../exchange/response.ts'
import { streamHeaders } from '../exchange/write-response.ts'
import type { HeldSteps } from '../held-responses.ts'
import { garbage } from './alter-response.ts'
import { encodePieces } from './encode-pieces.ts'
import type { Plan } from './fault.ts'

export type Connection = {
  response: ServerResponse
  /** Between 0 and 1, for jitter. */
  random: () => number
  /** Called before the server closes the connection, so that the close does not count as the client's. */
  onCut: () => void
}

const beforeCutMs = 20

/** Sends a response with its faults: late, a few bytes at a time, compressed, cut off. */
export async function writeWithFaults(connection: Connection, mockResponse: MockResponse, plan: Plan): Promise<void> {
  const { response } = connection
  await untilClosed(response, async (signal) => {
    await pause(connection, plan, plan.delay?.headersMs, signal)
    sendInformational(response, plan)
    if (plan.informational?.only) return
    if (plan.cut?.at === 'before-headers') return cutConnection(connection, plan)
    sendHeaders(response, mockResponse, plan)
    if (plan.silent && plan.silent.how !== 'empty') return response.flushHeaders()
    if (plan.delay?.firstChunkMs !== undefined) response.flushHeaders()
    await sendPieces(connection, mockResponse, plan, signal)
  })
}

/** Sends a response step by step, as the test releases it. Only the faults that change the content apply. */
export async function writeHeld(
  response: ServerResponse,
  mockResponse: MockResponse,
  plan: Plan,
  steps: HeldSteps,
): Promise<void> {
  const pieces =
    mockResponse.kind === 'whole' ? quartersOf(Buffer.from(mockResponse.body)) : [...piecesOf(mockResponse, plan)]
  steps.begin(pieces.map((piece, at) => textOf(mockResponse, at) ?? String(piece)))
  await untilClosed(response, async (signal) => {
    await steps.next(signal)
    sendHeaders(response, mockResponse, plan)
    response.flushHeaders()
    steps.sent()
    for (const [at, piece] of pieces.entries()) {
      await steps.next(signal)
      await setImmediate(undefined, { signal }) // so that a reader in this process gets each piece separately
      // The head of a whole response has its length, so the response ends with its last byte.
      if (mockResponse.kind === 'whole' && at === pieces.length - 1) response.end(piece)
      else await send(response, piece, signal)
      steps.sent()
    }
    await steps.next(signal)
    response.end()
    steps.sent()
  })
}

/** The data of an event whose framing hides it, such as a binary one. */
const textOf = (response: MockResponse, at: number): string | undefined =>
  response.kind === 'stream' && typeof response.framing === 'function' ? response.frames[at]?.data : undefined

const quartersOf = (body: Buffer): Buffer[] => {
  const size = Math.ceil(body.length / 4)
  return [0, 1, 2, 3].map((at) => body.subarray(at * size, (at + 1) * size))
}

/** Works until the client closes the connection. */
async function untilClosed(response: ServerResponse, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  try {
    await work(closed.signal)
  } catch (error) {
    if (!closed.signal.aborted) throw error
  }
}

function sendInformational(response: ServerResponse, { informational }: Plan): void {
  if (informational) response.socket?.write(`HTTP/1.1 ${informational.status ?? 102} Processing\r\n\r\n`)
}

function sendHeaders(response: ServerResponse, mockResponse: MockResponse, plan: Plan): void {
  const encoding: Record<string, string> = plan.encoding ? { 'content-encoding': plan.encoding.name } : {}
  if (mockResponse.kind === 'stream') {
    response.writeHead(200, { ...streamHeaders(mockResponse), ...encoding })
    return
  }
  // A body that ends early on purpose, or never, must not announce a length.
  const isOpen = plan.encoding || plan.endless || plan.cut?.how === 'end'
  const length: Record<string, string> = isOpen
    ? {}
    : { 'content-length': String(Buffer.byteLength(mockResponse.body)) }
  response.writeHead(mockResponse.status, {
    'content-type': mockResponse.type,
    ...length,
    ...encoding,
    ...mockResponse.headers,
  })
}

async function sendPieces(
  connection: Connection,
  mockResponse: MockResponse,
  plan: Plan,
  signal: AbortSignal,
): Promise<void> {
  const { response } = connection
  const { cut } = plan
  const cutAfter = cut ? (cut.afterChunks ?? 0) : Number.POSITIVE_INFINITY
  const pieces = piecesOf(mockResponse, plan)
  let sent = 0
  for await (const piece of plan.encoding ? encodePieces(pieces, plan.encoding.name) : pieces) {
    await pause(connection, plan, sent === 0 ? plan.delay?.firstChunkMs : plan.delay?.chunkMs, signal)
    if (plan.spread) await setImmediate(undefined, { signal })
    if (sent >= cutAfter) {
      if (cut?.at === 'inside') await send(response, piece.subarray(0, Math.ceil(piece.length / 2)), signal)
      else response.flushHeaders()
      // Readers may discard unread bytes if the end follows directly.
      await setTimeout(beforeCutMs, undefined, { signal })
      return cutConnection(connection, plan)
    }
    await sendSplit(response, piece, plan, signal)
    if (plan.endless && sent > 0) await setTimeout(plan.endless.everyMs ?? 1, undefined, { signal })
    sent++
  }
  if (cut) return cutConnection(connection, plan)
  if (plan.spread) await setImmediate(undefined, { signal })
  response.end()
}

function* piecesOf(response: MockResponse, plan: Plan): Generator<Buffer> {
  if (response.kind === 'whole') {
    yield Buffer.from(response.body)
    while (plan.endless) yield Buffer.from(' '.repeat(64))
    return
  }
  const encoder = createEncoder(response.framing, plan.crlf ? '\r\n' : '\n')
  const middle = Math.floor(response.frames.length / 2)
  for (const frame of plan.endless ? response.frames.slice(0, middle) : response.frames)
    yield Buffer.from(encoder.encode(frame))
  const repeated = response.frames[middle]
  while (plan.endless && repeated) yield Buffer.from(encoder.encode(repeated))
  const end = encoder.end + (plan['trailing-garbage'] ? garbage(plan) : '')
  if (end !== '') yield Buffer.from(end)
}

async function sendSplit(response: ServerResponse, piece: Buffer, plan: Plan, signal: AbortSignal): Promise<void> {
  const size = plan.split ? Math.max(1, plan.split.bytes ?? 1) : piece.length
  if (!plan.split) return send(response, piece, signal)
  for (let at = 0; at < piece.length; at += size) {
    await send(response, piece.subarray(at, at + size), signal)
    if (plan.split.everyMs) await setTimeout(plan.split.everyMs, undefined, { signal })
    else await setImmediate(undefined, { signal })
  }
}

async function send(response: ServerResponse, bytes: Buffer, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (bytes.length === 0 || response.write(bytes)) return
  await once(response, 'drain', { signal })
}

async function pause(connection: Connection, plan: Plan, ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (ms === undefined) return
  await setTimeout(ms + Math.round((plan.delay?.jitterMs ?? 0) * connection.random()), undefined, { signal })
}

function cutConnection({ response, onCut }: Connection, { cut }: Plan): void {
  if (cut?.how === 'end') {
    response.end()
    return
  }
  onCut()
  const { socket } = response
  if (cut?.how === 'reset') socket?.resetAndDestroy()
  // The written bytes must reach the client before the connection closes: ending the socket flushes them.
  else socket?.end(() => socket.destroy())
}
