import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { type Tally, talliedCounter } from '../../light/tallied-counter.ts'
import { type HistogramSeries, talliedHistogram } from '../../light/tallied-histogram.ts'
import { sameSecret } from '../../secrets/vault.ts'
import type { AddressRange } from '../address-list.ts'
import { sendUnknownUrl } from '../error-responses.ts'
import { isLocalRequest } from '../perimeter.ts'

/** Gauges that are read from other modules at each scrape. */
export type Readings = Record<string, { help: string; read: () => number }>

type MetricsAccess = { METRICS_TOKEN?: string | undefined; TRUSTED_PROXIES: readonly AddressRange[] }

/**
 * Counts every response, and serves /metrics to requests with METRICS_TOKEN, or to local addresses where none is set.
 */
export function installMetrics(
  app: FastifyInstance,
  { METRICS_TOKEN: token, TRUSTED_PROXIES: trustedProxies }: MetricsAccess,
  registry: Registry,
  read: () => Promise<string> = () => registry.metrics(),
  readings: Readings = {},
) {
  collectDefaultMetrics({ register: registry })
  const responses = talliedCounter({
    name: 'turnpike_http_requests_total',
    help: 'Responses sent',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = talliedHistogram(registry, {
    name: 'turnpike_http_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  })
  for (const [name, reading] of Object.entries(readings)) {
    const { help } = reading
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(reading.read()) })
  }
  // Finding a counter by its labels costs more than counting, so each route caches its counters.
  const counterOf = (route: string): onResponseHookHandler => {
    const known = new Map<string, { responses: Tally; times: HistogramSeries }>()
    return ({ method }, reply, done) => {
      const { statusCode: status } = reply
      const key = method + status
      let counters = known.get(key)
      if (!counters) {
        counters = { responses: responses(method, route, String(status)), times: durations(method, route) }
        known.set(key, counters)
      }
      counters.responses.add(1)
      counters.times.observe(reply.elapsedTime / 1000)
      done()
    }
  }
  app.addHook('onRoute', (route) => {
    route.onResponse = [...[route.onResponse ?? []].flat(), counterOf(route.url)]
  })
  const countUnknown = counterOf('unknown')
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) countUnknown.call(this, request, reply, done)
    else done()
  })
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const isLocal = isLocalRequest(request, trustedProxies)
    const allowed = token ? sameSecret(given, token) : isLocal
    if (!allowed) return sendUnknownUrl(request, reply)
    return reply.type(registry.contentType).send(withFormerNames(await read()))
  })
}

/** The metrics that changed more than the prefix of their name. */
const renamed: Record<string, string> = { relay_time_to_first_token_seconds: 'relay_first_word_seconds' }

const ownLine = /^(# (?:HELP|TYPE) )?turnpike_([a-z_]+?)((?:_bucket|_sum|_count)?(?=[ {]).*)$/gm

/**
 * Repeats every metric of Turnpike under its name without the prefix `turnpike_`, so that dashboards and alerts with
 * the former names work through version 1.0. The release after it drops them.
 */
function withFormerNames(text: string): string {
  const former = [...text.matchAll(ownLine)].map(
    ([, comment = '', name = '', rest = '']) => `${comment}${renamed[name] ?? name}${rest}\n`,
  )
  return text + former.join('')
}
