import type { FastifyServerOptions } from 'fastify'

/**
 * In place of Fastify's compilers of schemas (docs/decisions/0022), which Fastify would load at every start: 2 MB of heap,
 * more than Fastify itself. No route has such a schema, because the contract's schemas check the requests.
 */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
}

function refuse(): never {
  throw new Error('a route has a schema of Fastify')
}
