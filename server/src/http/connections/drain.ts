import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { newestResponse } from './serialise-pipelined-requests.ts'

/** A load balancer that has not polled for this long is assumed to be gone. */
const watchedForMs = 60_000

export type Drain = {
  /** Whether a load balancer should send its requests elsewhere. */
  readonly isEnding: boolean
  /**
   * From now on no connection outlives its current response. If other workers still serve this port, the server stays
   * ready, and a connection that was promised to stay open has `graceMs` for one more request.
   */
  begin(how?: { staysReady: boolean; graceMs: number }): void
  /** Called when a load balancer polls /readyz. */
  noteWatch(): void
  /** Registers a listener for these polls. */
  onWatch(note: () => void): void
  /** Whether a load balancer would notice that the server is no longer ready. */
  isWatched(): boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

/**
 * Lets a shutdown end connections together with the last response of each. Responses are not tracked before a shutdown:
 * a list that constantly grows and shrinks retained finished responses, and their calls, in memory.
 */
export function installDrain(app: FastifyInstance) {
  const connections = new Set<Socket>()
  let hasBegun = false
  let isEnding = false
  let graceMs = 0
  let alsoNote = () => {}
  let watchedAt = Number.NEGATIVE_INFINITY

  /** A request that follows the response ends the connection itself. */
  const endAfter = (response: ServerResponse, socket: Socket) => {
    if (newestResponse(socket) === response) socket.destroySoon()
  }
  const endWith = (response: ServerResponse) => {
    const { socket } = response.req
    // A head that was sent has promised to keep the connection; an unsent head can still announce its end.
    if (!response.headersSent) response.shouldKeepAlive = false
    response.once('close', () => {
      if (response.shouldKeepAlive && graceMs > 0) setTimeout(endAfter, graceMs, response, socket)
      else endAfter(response, socket)
    })
  }

  app.addHook('onRequest', (request, { raw: response }, done) => {
    const { socket } = request.raw
    if (!connections.has(socket)) {
      connections.add(socket)
      socket.once('close', () => connections.delete(socket))
    }
    if (hasBegun) endWith(response)
    done()
  })
  app.decorate('drain', {
    get isEnding() {
      return isEnding
    },
    begin(how = { staysReady: false, graceMs: 0 }) {
      hasBegun = true
      isEnding = !how.staysReady
      graceMs = how.graceMs
      for (const socket of connections) {
        const response = newestResponse(socket)
        if (response?.socket) endWith(response) // a response has its socket from its turn until it is complete
      }
    },
    noteWatch() {
      watchedAt = performance.now()
      alsoNote()
    },
    onWatch(note) {
      alsoNote = note
    },
    isWatched: () => performance.now() - watchedAt < watchedForMs,
  })
}
