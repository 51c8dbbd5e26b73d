import type { FastifyInstance } from 'fastify'

/**
 * One line per answer that failed on our side, or per answer while debugging. The route's pattern, not the address:
 * addresses carry keys and codes.
 */
export function installAccessLog(app: FastifyInstance, isDebugging: boolean) {
  app.addHook('onResponse', (request, reply, done) => {
    const isFailure = reply.statusCode >= 500
    if (isFailure || isDebugging)
      app.httpDeps.log[isFailure ? 'warn' : 'debug']('answered', {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        address: request.ip,
      })
    done()
  })
}
