import type { FastifyInstance } from 'fastify'
import { once } from './once.ts'

type Documents = { console: () => object; relay: () => object }

/** The OpenAPI documents. They are printed at the first request: they are rarely read, and one takes megabytes. */
export function serveDocs(app: FastifyInstance, documents: Documents) {
  const config = { access: 'public' } as const
  const serve = (path: string, document: () => object) => {
    const json = once(() => JSON.stringify(document()))
    app.get(path, { config }, async (_, reply) => reply.type('application/json; charset=utf-8').send(json()))
  }
  serve('/api/docs/openapi.json', documents.console)
  serve('/api/docs/relay.json', documents.relay)
  app.get('/api/docs', { config }, async (_, reply) => reply.redirect('/reference'))
}
