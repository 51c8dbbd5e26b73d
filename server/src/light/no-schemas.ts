import type { FastifyServerOptions } from 'fastify'

/**
 * For Fastify: no route has a schema of its kind, because requests are checked by the contract's. Otherwise it loads the
 * compilers of such schemas at every start, which take more memory than Fastify itself.
 */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
}

function refuse(): never {
  throw new Error('a route has a schema of Fastify')
}
