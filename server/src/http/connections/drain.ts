import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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

/** Lets a shutdown end connections together with the last response that each carries. */
export function installDrain(app: FastifyInstance) {
  const running = new Set<ServerResponse>()
  let hasBegun = false
  let isEnding = false
  let graceMs = 0
  let alsoNote = () => {}
  let watchedAt = Number.NEGATIVE_INFINITY

  /** Requests that came behind the last response end the connection themselves. */
  const endConnection = (socket: Socket, waitMs: number) => {
    if (running.values().some(({ req }) => req.socket === socket)) return
    if (waitMs > 0) setTimeout(endConnection, waitMs, socket, 0)
    else socket.destroySoon()
  }

  app.addHook('onRequest', (request, { raw: response }, done) => {
    const { socket } = request.raw
    running.add(response)
    if (hasBegun) response.shouldKeepAlive = false
    const end = () => {
      response.off('finish', end).off('close', end)
      socket.off('close', end)
      running.delete(response)
      if (hasBegun) endConnection(socket, response.shouldKeepAlive ? graceMs : 0)
    }
    // A client that hangs up never gets its response finished, and the response of a WebSocket never ends.
    response.on('finish', end).on('close', end)
    socket.on('close', end)
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
      // A head that was sent earlier has promised to keep the connection; one that was not sent yet says that it ends.
      for (const response of running) if (!response.headersSent) response.shouldKeepAlive = false
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
