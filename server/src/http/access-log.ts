import type { FastifyInstance } from 'fastify'

/** One line per answer. The route's pattern, not the address: addresses carry keys and codes. */
export function installAccessLog(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'warn' : 'debug'
    app.gate.log[level]('answered', {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      address: request.ip,
    })
  })
}
