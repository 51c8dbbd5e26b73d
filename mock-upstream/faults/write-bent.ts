import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createEncoder } from '../exchange/encode-frames.ts'
import type { Reply } from '../exchange/reply.ts'
import { streamHeaders } from '../exchange/write-reply.ts'
import { garbage } from './bend-reply.ts'
import { encodePieces } from './encode-pieces.ts'
import type { Plan } from './fault.ts'

export type Wire = {
  response: ServerResponse
  /** Between 0 and 1, for jitter. */
  random: () => number
  /** Called before we hang up ourselves, which is not the client's doing. */
  onSever: () => void
}

const beforeCutMs = 20

/** Sends an answer the way a fault wants its bytes to travel: late, in crumbs, squeezed, cut. */
export async function writeBent(wire: Wire, reply: Reply, plan: Plan): Promise<void> {
  const { response } = wire
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    await pause(wire, plan, plan.delay?.headersMs, gone.signal)
    sendInformational(response, plan)
    if (plan.informational?.only) return
    if (plan.cut?.at === 'before-headers') return sever(wire, plan)
    sendHeaders(response, reply, plan)
    if (plan.silent && plan.silent.how !== 'empty') return response.flushHeaders()
    if (plan.delay?.firstChunkMs !== undefined) response.flushHeaders()
    await sendPieces(wire, reply, plan, gone.signal)
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
}

function sendInformational(response: ServerResponse, { informational }: Plan): void {
  if (informational) response.socket?.write(`HTTP/1.1 ${informational.status ?? 102} Processing\r\n\r\n`)
}

function sendHeaders(response: ServerResponse, reply: Reply, plan: Plan): void {
  const squeezed: Record<string, string> = plan.encoding ? { 'content-encoding': plan.encoding.name } : {}
  if (reply.kind === 'stream') {
    response.writeHead(200, { ...streamHeaders(reply), ...squeezed })
    return
  }
  // A body that ends early on purpose, or never, must not promise a length.
  const isOpen = plan.encoding || plan.endless || plan.cut?.how === 'end'
  const length: Record<string, string> = isOpen ? {} : { 'content-length': String(Buffer.byteLength(reply.body)) }
  response.writeHead(reply.status, { 'content-type': reply.type, ...length, ...squeezed, ...reply.headers })
}

async function sendPieces(wire: Wire, reply: Reply, plan: Plan, signal: AbortSignal): Promise<void> {
  const { response } = wire
  const { cut } = plan
  const cutAfter = cut ? (cut.afterChunks ?? 0) : Number.POSITIVE_INFINITY
  const pieces = piecesOf(reply, plan)
  let sent = 0
  for await (const piece of plan.encoding ? encodePieces(pieces, plan.encoding.name) : pieces) {
    await pause(wire, plan, sent === 0 ? plan.delay?.firstChunkMs : plan.delay?.chunkMs, signal)
    if (sent >= cutAfter) {
      if (cut?.at === 'inside') await send(response, piece.subarray(0, Math.ceil(piece.length / 2)), signal)
      else response.flushHeaders()
      // Readers may throw away what they have not looked at when the end comes right behind it.
      await setTimeout(beforeCutMs, undefined, { signal })
      return sever(wire, plan)
    }
    await sendSplit(response, piece, plan, signal)
    if (plan.endless && sent > 0) await setTimeout(plan.endless.everyMs ?? 1, undefined, { signal })
    sent++
  }
  if (cut) return sever(wire, plan)
  response.end()
}

function* piecesOf(reply: Reply, plan: Plan): Generator<Buffer> {
  if (reply.kind === 'whole') {
    yield Buffer.from(reply.body)
    while (plan.endless) yield Buffer.from(' '.repeat(64))
    return
  }
  const encoder = createEncoder(reply.framing, plan.crlf ? '\r\n' : '\n')
  const middle = Math.floor(reply.frames.length / 2)
  for (const frame of plan.endless ? reply.frames.slice(0, middle) : reply.frames)
    yield Buffer.from(encoder.encode(frame))
  const repeated = reply.frames[middle]
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

async function pause(wire: Wire, plan: Plan, ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (ms === undefined) return
  await setTimeout(ms + Math.round((plan.delay?.jitterMs ?? 0) * wire.random()), undefined, { signal })
}

function sever({ response, onSever }: Wire, { cut }: Plan): void {
  if (cut?.how === 'end') {
    response.end()
    return
  }
  onSever()
  const { socket } = response
  if (cut?.how === 'reset') socket?.resetAndDestroy()
  // What was written must reach the client before the line goes dead: ending the socket flushes first.
  else socket?.end(() => socket.destroy())
}
