import type { FastifyInstance } from 'fastify'

/**
 * One line per response with a server error, or per response while debugging. It logs the route's pattern instead of
 * the URL, because URLs carry keys and codes.
 */
export function installAccessLog(app: FastifyInstance, isDebugging: boolean) {
  app.addHook('onResponse', (request, reply, done) => {
    const isFailure = reply.statusCode >= 500
    if (isFailure || isDebugging)
      app.httpDeps.log[isFailure ? 'warn' : 'debug']('response sent', {
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
