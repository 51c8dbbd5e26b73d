import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when no request is being answered. */
    answered(): Promise<void>
  }
}

/**
 * Lets a shutdown wait for running requests. They are counted here, because `localhost` may resolve to two addresses
 * with a listener each, and closing the server waits for the requests of the first only.
 */
export function installDrain(app: FastifyInstance, isDraining: () => boolean) {
  let running = 0
  const waiting: (() => void)[] = []
  app.addHook('onRequest', (_request, _reply, done) => {
    running++
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    // A connection that stayed open after its response would delay the shutdown.
    if (isDraining()) reply.header('Connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    running--
    if (running === 0) for (const resume of waiting.splice(0)) resume()
    done()
  })
  app.decorate('answered', async () => {
    if (running > 0) await new Promise<void>((resolve) => waiting.push(resolve))
  })
}
