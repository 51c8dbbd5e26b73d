import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sameSecret } from '../secrets/vault.ts'
import { type AddressRange, isLocalAddress } from './address-list.ts'
import { isOriginHidden } from './perimeter.ts'
import { answerUnknownUrl } from './respond.ts'

/** Figures that someone else keeps, read when asked for. */
export type Readings = Record<string, { help: string; read: () => number }>

/** Counts every answer and serves the figures: to the holder of METRICS_TOKEN, or without one to this machine's network. */
export function installMetrics(
  app: FastifyInstance,
  token: string | undefined,
  trustedProxies: readonly AddressRange[],
  readings: Readings = {},
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status'] as const
  const answers = new Counter({ name: 'http_requests_total', help: 'Answers given', labelNames, registers: [registry] })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  })
  for (const [name, { help, read }] of Object.entries(readings)) {
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) })
  }
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown' }
    answers.inc({ ...labels, status: reply.statusCode })
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    const shown = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const isLocal = isLocalAddress(request.ip) && !isOriginHidden(request, trustedProxies)
    const allowed = token ? sameSecret(shown, token) : isLocal
    if (!allowed) return answerUnknownUrl(request, reply)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
