import type { FastifyInstance } from 'fastify'

export type Health = {
  /** Throws when the server cannot serve calls. */
  check(): Promise<void>
  isDraining(): boolean
}

/** For load balancers and supervisors: /healthz says that the process runs, /readyz that it can serve calls. */
export function installHealth(app: FastifyInstance, { check, isDraining }: Health) {
  const config = { access: 'public' } as const
  app.get('/healthz', { config }, async (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', { config }, async (_, reply) => {
    reply.header('Cache-Control', 'no-store')
    const reason = isDraining()
      ? 'draining'
      : await check().then(
          () => undefined,
          () => 'database',
        )
    return reason ? reply.status(503).send({ status: 'not ready', reason }) : reply.send({ status: 'ready' })
  })
}
