import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { newestResponse } from './serialise-pipelined-requests.ts'

/** How long ago a load balancer may have asked whether the server is ready and still be there. */
const watchedForMs = 60_000

export type Drain = {
  /** Whether a load balancer should send its calls elsewhere. */
  readonly isEnding: boolean
  /**
   * From now on no connection outlives the response that it carries. Where other workers serve this port on, the server
   * stays ready, and a connection whose client was promised that it is kept has so long to bring one more request.
   */
  begin(how?: { staysReady: boolean; graceMs: number }): void
  /** Called when a load balancer asks whether the server is ready. */
  noteWatch(): void
  /** Has this called too whenever a load balancer asks. */
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
 * Lets a shutdown end connections together with the last response that each carries. Before it nothing is kept of a
 * response: a list of those that run, with its constant adding and deleting, kept finished ones, and their calls, in memory.
 */
export function installDrain(app: FastifyInstance) {
  const connections = new Set<Socket>()
  let hasBegun = false
  let isEnding = false
  let graceMs = 0
  let alsoNote = () => {}
  let watchedAt = Number.NEGATIVE_INFINITY

  /** A request that came behind the response ends the connection itself. */
  const endAfter = (response: ServerResponse, socket: Socket) => {
    if (newestResponse(socket) === response) socket.destroySoon()
  }
  const endWith = (response: ServerResponse) => {
    const { socket } = response.req
    // A head that was sent earlier has promised to keep the connection; one that was not sent yet says that it ends.
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
        if (response?.socket) endWith(response) // which it has from its turn until it is complete
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
