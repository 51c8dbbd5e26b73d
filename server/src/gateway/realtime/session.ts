import { WebSocket } from 'ws'
import { AppError } from '../../http/app-error.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { type RealtimeEvent, readClientEvent, readServerEvent } from './event.ts'

/** How a session ended, the error its client is sent, and the close code of the client's connection. */
export type SessionEnd = {
  reason: 'done' | 'client_gone' | 'failed' | 'timeout' | 'out_of_quota' | 'stopped'
  by: 'client' | 'upstream' | 'us'
  error?: unknown
  code: number
}

type SessionOptions = {
  client: WebSocket
  upstream: WebSocket
  /** Sees an event before it is forwarded; may return a text to forward instead. An error it throws is sent to the client. */
  onClientEvent(event: RealtimeEvent): string | undefined
  onServerEvent(event: RealtimeEvent): string | undefined
  /** An error as an event of this session. */
  errorEventOf(error: unknown): string
  /** A bug in the gateway during a session is logged; the process must not crash. */
  onUnexpectedError(error: unknown): void
  limits?: SessionLimits
}
export type SessionLimits = { idleMs: number; totalMs: number; heartbeatMs: number }

/** Upstreams end sessions after an hour. */
const sessionLimits: SessionLimits = { idleMs: 10 * 60_000, totalMs: 60 * 60_000, heartbeatMs: 30_000 }
const bufferedMax = 1024 * 1024
const upstreamGraceMs = 1000
const clientGraceMs = 5000

/**
 * Forwards messages between the client's and the upstream's connection, unchanged and no faster than the receiver reads,
 * until a side, a limit or the gateway ends the session. It ends once, and the upstream's connection is closed at once.
 */
export class RealtimeSession {
  readonly ended: Promise<SessionEnd>
  /** When the upstream sent its first event. */
  firstEventAt: number | undefined
  readonly #options: SessionOptions
  readonly #end = Promise.withResolvers<SessionEnd>()
  readonly #timers: NodeJS.Timeout[]
  readonly #limits: SessionLimits
  readonly #pendingPings = new Set<WebSocket>()
  #idleMs = 0
  #isEnded = false

  constructor(options: SessionOptions) {
    const { client, upstream, limits = sessionLimits } = options
    this.#options = options
    this.ended = this.#end.promise
    this.#limits = limits
    this.#timers = [
      setTimeout(() => this.stop(timeoutEnd()), limits.totalMs),
      setInterval(() => this.#heartbeat(), limits.heartbeatMs),
    ]
    client.on('message', (data, isBinary) => this.#fromClient(data as Buffer, isBinary)) // ws gives Buffers unless binaryType is changed
    upstream.on('message', (data, isBinary) => this.#fromUpstream(data as Buffer, isBinary))
    for (const socket of [client, upstream]) {
      socket.on('pong', () => this.#pendingPings.delete(socket))
      socket.on('error', () => {}) // the close event that follows carries the code
    }
    client.once('close', (code) => this.stop(endOfClient(code)))
    upstream.once('close', (code) => this.stop(endOfUpstream(code)))
    if (client.readyState !== WebSocket.OPEN) this.stop(endOfClient(1006))
    if (upstream.readyState !== WebSocket.OPEN) this.stop(endOfUpstream(1006))
    upstream.resume()
  }

  stop(end: SessionEnd) {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const timer of this.#timers) clearTimeout(timer)
    close(this.#options.upstream, 1000, upstreamGraceMs)
    this.#end.resolve(end)
  }

  /** Closes the client's connection; called once the charge is durable. */
  close({ error, code }: SessionEnd) {
    const { client, errorEventOf } = this.#options
    if (error !== undefined && client.readyState === WebSocket.OPEN) client.send(errorEventOf(error))
    close(client, code, clientGraceMs)
  }

  #fromClient(data: Buffer, isBinary: boolean) {
    if (this.#isEnded) return
    const { client, upstream, onClientEvent, errorEventOf, onUnexpectedError } = this.#options
    this.#markActive(client)
    try {
      const event = readClientEvent(data, isBinary)
      forward(client, upstream, onClientEvent(event) ?? data)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof AppError)) onUnexpectedError(error)
      forward(client, client, errorEventOf(error))
    }
  }

  #fromUpstream(data: Buffer, isBinary: boolean) {
    if (this.#isEnded) return
    const { client, upstream, onServerEvent, onUnexpectedError } = this.#options
    this.#markActive(upstream)
    this.firstEventAt ??= performance.now()
    try {
      forward(upstream, client, onServerEvent(readServerEvent(data, isBinary)) ?? data)
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) onUnexpectedError(error)
      this.stop({ reason: 'failed', by: 'upstream', error, code: 1011 })
    }
  }

  #markActive(socket: WebSocket) {
    this.#idleMs = 0
    this.#pendingPings.delete(socket)
  }

  /** A side that does not respond to a ping is gone. A paused connection cannot deliver a pong, so it is not pinged. */
  #heartbeat() {
    const { client, upstream } = this.#options
    this.#idleMs += this.#limits.heartbeatMs
    if (this.#idleMs >= this.#limits.idleMs) return this.stop(timeoutEnd())
    for (const socket of [client, upstream]) {
      if (socket.isPaused || socket.readyState !== WebSocket.OPEN) continue
      if (this.#pendingPings.has(socket)) socket.terminate()
      else {
        this.#pendingPings.add(socket)
        socket.ping()
      }
    }
  }
}

/** Sends a message to the other side; while its buffer is full, nothing more is read from the sender. */
function forward(from: WebSocket, to: WebSocket, data: Buffer | string) {
  if (to.readyState !== WebSocket.OPEN) return
  to.send(data, { binary: false }, () => {
    if (from.isPaused && to.bufferedAmount < bufferedMax / 2) from.resume()
  })
  if (to.bufferedAmount > bufferedMax) from.pause()
}

/** Sends a close frame, and terminates the connection if the other side does not respond in time. */
function close(socket: WebSocket, code: number, graceMs: number) {
  if (socket.readyState === WebSocket.CLOSED) return
  const terminateTimer = setTimeout(() => socket.terminate(), graceMs)
  socket.once('close', () => clearTimeout(terminateTimer))
  socket.resume()
  socket.close(code)
}

/** The codes of connections that were closed on purpose, with a reason or without one. */
const isNormalClose = (code: number) => code === 1000 || code === 1001 || code === 1005

const endOfClient = (code: number): SessionEnd => ({
  reason: isNormalClose(code) ? 'done' : 'client_gone',
  by: 'client',
  code: 1000,
})

function endOfUpstream(code: number): SessionEnd {
  if (isNormalClose(code)) return { reason: 'done', by: 'upstream', code: 1000 }
  // Application codes mean something to clients, and follow an error event; a broken connection has no such event.
  if (code >= 3000) return { reason: 'failed', by: 'upstream', code }
  const failure = new UpstreamFailure('network', { status: 502, message: 'the provider ended the session' })
  return { reason: 'failed', by: 'upstream', error: failure, code: 1011 }
}

const timeoutEnd = (): SessionEnd => ({
  reason: 'timeout',
  by: 'us',
  error: new Refusal('session_expired'),
  code: 1001,
})
