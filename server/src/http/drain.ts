import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when no call is being answered. */
    answered(): Promise<void>
  }
}

/**
 * What a shutdown needs to cut nobody off. Calls are counted, since the name of this machine may stand for two addresses
 * with a listener each, and closing waits for the calls of the first alone.
 */
export function installDrain(app: FastifyInstance, isDraining: () => boolean) {
  let running = 0
  const waiting: (() => void)[] = []
  app.addHook('onRequest', (_request, _reply, done) => {
    running++
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    // A connection that stayed open after its answer would hold the shutdown up.
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
