import { WebSocket } from 'ws'
import { AppError } from '../../http/app-error.ts'
import { Refusal } from '../entry/refusals.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { type RealtimeEvent, readClientEvent, readServerEvent } from './event.ts'

/** How a session ended, what its client is told of it, and the code its line is closed with. */
export type SessionEnd = {
  reason: 'done' | 'client_gone' | 'failed' | 'timeout' | 'out_of_quota' | 'stopped'
  by: 'client' | 'upstream' | 'us'
  error?: unknown
  code: number
}

type Parts = {
  client: WebSocket
  upstream: WebSocket
  /** Looks at an event before it passes; gives a text to pass in its place. What it throws, the client is told. */
  onClientEvent(event: RealtimeEvent): string | undefined
  onServerEvent(event: RealtimeEvent): string | undefined
  /** An error as an event of this session. */
  explain(error: unknown): string
  /** A mistake of ours in the middle of a session: worth a line, not a crash. */
  onMistake(error: unknown): void
  limits?: SessionLimits
}
export type SessionLimits = { idleMs: number; totalMs: number; heartbeatMs: number }

/** An hour is the longest a session lasts upstream. */
const sessionLimits: SessionLimits = { idleMs: 10 * 60_000, totalMs: 60 * 60_000, heartbeatMs: 30_000 }
const bufferedMax = 1024 * 1024
const upstreamGraceMs = 1000
const clientGraceMs = 5000

/**
 * Two lines that are one session: what comes from one side passes to the other as it came, no faster than it is taken,
 * until either side, a limit or we ourselves end it. It ends once, and the upstream's line is closed at once.
 */
export class RealtimeSession {
  readonly ended: Promise<SessionEnd>
  /** When the upstream first said something. */
  firstEventAt: number | undefined
  readonly #parts: Parts
  readonly #end = Promise.withResolvers<SessionEnd>()
  readonly #timers: NodeJS.Timeout[]
  readonly #limits: SessionLimits
  readonly #silent = new Set<WebSocket>()
  #quietMs = 0
  #isOver = false

  constructor(parts: Parts) {
    const { client, upstream, limits = sessionLimits } = parts
    this.#parts = parts
    this.ended = this.#end.promise
    this.#limits = limits
    this.#timers = [
      setTimeout(() => this.stop(expired()), limits.totalMs),
      setInterval(() => this.#heartbeat(), limits.heartbeatMs),
    ]
    client.on('message', (data, isBinary) => this.#fromClient(data as Buffer, isBinary)) // we leave the type of data as it is
    upstream.on('message', (data, isBinary) => this.#fromUpstream(data as Buffer, isBinary))
    for (const socket of [client, upstream]) {
      socket.on('pong', () => this.#silent.delete(socket))
      socket.on('error', () => {}) // its closing, which follows, says enough
    }
    client.once('close', (code) => this.stop(endOfClient(code)))
    upstream.once('close', (code) => this.stop(endOfUpstream(code)))
    if (client.readyState !== WebSocket.OPEN) this.stop(endOfClient(1006))
    if (upstream.readyState !== WebSocket.OPEN) this.stop(endOfUpstream(1006))
    upstream.resume()
  }

  stop(end: SessionEnd) {
    if (this.#isOver) return
    this.#isOver = true
    for (const timer of this.#timers) clearTimeout(timer)
    close(this.#parts.upstream, 1000, upstreamGraceMs)
    this.#end.resolve(end)
  }

  /** The client's line, once its charge is safe. */
  close({ error, code }: SessionEnd) {
    const { client, explain } = this.#parts
    if (error !== undefined && client.readyState === WebSocket.OPEN) client.send(explain(error))
    close(client, code, clientGraceMs)
  }

  #fromClient(data: Buffer, isBinary: boolean) {
    if (this.#isOver) return
    const { client, upstream, onClientEvent, explain, onMistake } = this.#parts
    this.#hear(client)
    try {
      const event = readClientEvent(data, isBinary)
      pass(client, upstream, onClientEvent(event) ?? data)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof AppError)) onMistake(error)
      pass(client, client, explain(error))
    }
  }

  #fromUpstream(data: Buffer, isBinary: boolean) {
    if (this.#isOver) return
    const { client, upstream, onServerEvent, onMistake } = this.#parts
    this.#hear(upstream)
    this.firstEventAt ??= performance.now()
    try {
      pass(upstream, client, onServerEvent(readServerEvent(data, isBinary)) ?? data)
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) onMistake(error)
      this.stop({ reason: 'failed', by: 'upstream', error, code: 1011 })
    }
  }

  #hear(socket: WebSocket) {
    this.#quietMs = 0
    this.#silent.delete(socket)
  }

  /** A side that does not even answer a ping is gone. One that we keep waiting cannot be heard, and is not asked. */
  #heartbeat() {
    const { client, upstream } = this.#parts
    this.#quietMs += this.#limits.heartbeatMs
    if (this.#quietMs >= this.#limits.idleMs) return this.stop(expired())
    for (const socket of [client, upstream]) {
      if (socket.isPaused || socket.readyState !== WebSocket.OPEN) continue
      if (this.#silent.has(socket)) socket.terminate()
      else {
        this.#silent.add(socket)
        socket.ping()
      }
    }
  }
}

/** Passes a message on; while the other side does not take it, nothing more is read from this one. */
function pass(from: WebSocket, to: WebSocket, data: Buffer | string) {
  if (to.readyState !== WebSocket.OPEN) return
  to.send(data, { binary: false }, () => {
    if (from.isPaused && to.bufferedAmount < bufferedMax / 2) from.resume()
  })
  if (to.bufferedAmount > bufferedMax) from.pause()
}

/** Says goodbye, and hangs up if nobody answers. */
function close(socket: WebSocket, code: number, graceMs: number) {
  if (socket.readyState === WebSocket.CLOSED) return
  const hangUp = setTimeout(() => socket.terminate(), graceMs)
  socket.once('close', () => clearTimeout(hangUp))
  socket.resume()
  socket.close(code)
}

/** The codes of lines that were closed on purpose, with a reason or without one. */
const isNormal = (code: number) => code === 1000 || code === 1001 || code === 1005

const endOfClient = (code: number): SessionEnd => ({
  reason: isNormal(code) ? 'done' : 'client_gone',
  by: 'client',
  code: 1000,
})

function endOfUpstream(code: number): SessionEnd {
  if (isNormal(code)) return { reason: 'done', by: 'upstream', code: 1000 }
  // Its own codes mean something to clients, and come after it said why; a broken line says nothing.
  if (code >= 3000) return { reason: 'failed', by: 'upstream', code }
  const failure = new UpstreamFailure('network', { status: 502, message: 'the upstream ended the session' })
  return { reason: 'failed', by: 'upstream', error: failure, code: 1011 }
}

const expired = (): SessionEnd => ({
  reason: 'timeout',
  by: 'us',
  error: new Refusal('session_expired'),
  code: 1001,
})
