import type { FastifyInstance } from 'fastify'

/**
 * For load balancers and supervisors: /healthz says that the process runs, /readyz that it can serve calls. `check`
 * throws when it cannot.
 */
export function installHealth(app: FastifyInstance, check: () => Promise<void>) {
  const config = { access: 'public' } as const
  app.get('/healthz', { config }, async (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', { config }, async (_, reply) => {
    reply.header('Cache-Control', 'no-store')
    app.drain.noteWatch()
    const reason = app.drain.isEnding
      ? 'draining'
      : await check().then(
          () => undefined,
          () => 'database',
        )
    return reason ? reply.status(503).send({ status: 'not ready', reason }) : reply.send({ status: 'ready' })
  })
}
