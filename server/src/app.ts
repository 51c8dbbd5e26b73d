import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { type AppDeps, consoleRoutes } from './console.ts'
import type { Deps } from './deps.ts'
import { findSeat } from './domain/identity/organisations/seats.queries.ts'
import { checkBot } from './domain/identity/session/bot-check.ts'
import { identify } from './domain/identity/session/session.rules.ts'
import { createPagePolicy } from './domain/system/status/page-needs.ts'
import type { RelayDeps } from './gateway/entry/relay-deps.ts'
import { gatewayRoutes } from './gateway/gateway.ts'
import { isWebSocketUpgrade } from './gateway/realtime/upgrade.ts'
import { refuseUnknownUrl, unservedWebSockets } from './gateway/routes/unserved-routes.ts'
import { openMjRoutes } from './gateway/tasks/midjourney/open-routes.ts'
import { installAccessLog } from './http/access-log.ts'
import { isListed } from './http/address-list.ts'
import { requireAccess } from './http/authorize.ts'
import { installDrain } from './http/connections/drain.ts'
import { rejectMalformedRequest } from './http/connections/malformed-request.ts'
import { serialisePipelinedRequests } from './http/connections/serialise-pipelined-requests.ts'
import { installUnreadBody } from './http/connections/unread-body.ts'
import { installErrorResponses } from './http/error-responses.ts'
import { installHealth } from './http/health.ts'
import { installHttpDeps } from './http/http-deps.ts'
import { installJsonBody } from './http/json-body.ts'
import { installMetrics, type Readings } from './http/metrics/metrics.ts'
import { installPerimeter, serverLimits, setCommonHeaders } from './http/perimeter.ts'
import { newRequestId } from './http/request-id.ts'
import { serveWeb } from './http/web-app/static-files.ts'
import { noSchemas } from './light/no-schemas.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'

type AppSettings = { webFolder: string; registry: Registry; readMetrics: () => Promise<string> }

/** The options of every HTTP server of the app. */
export const httpOptions = { ...serverLimits, shouldUpgradeCallback: isWebSocketUpgrade }

/** Mounts every route and hook; the app does not listen yet. */
export async function buildApp(
  deps: AppDeps,
  { webFolder, registry, readMetrics }: AppSettings,
): Promise<FastifyInstance> {
  const { config, options, limits, log } = deps
  const app = Fastify({
    logger: false,
    schemaController: noSchemas,
    genReqId: () => newRequestId(),
    requestIdHeader: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 && ((address: string) => isListed(address, config.TRUSTED_PROXIES)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    http: httpOptions,
    keepAliveTimeout: serverLimits.keepAliveTimeout,
    requestTimeout: serverLimits.requestTimeout,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: rejectMalformedRequest,
    // A URL that cannot be decoded reaches no route and no hook.
    frameworkErrors: (_, request, reply) => {
      setCommonHeaders(request, reply, config.TRUSTED_PROXIES)
      return refuseUnknownUrl(request, reply)
    },
  })
  installHttpDeps(app, {
    identify: (request) => identify(deps, request),
    findSeat: (orgId, userId) => findSeat(deps.store, orgId, userId),
    checkBot: (token, address) => checkBot(deps, token, address),
    limits,
    log,
  })
  requireAccess(app)
  installErrorResponses(app, refuseUnknownUrl)
  serialisePipelinedRequests(app)
  installUnreadBody(app)
  installPerimeter(app, config.TRUSTED_PROXIES)
  installJsonBody(app)
  installAccessLog(app, config.LOG_LEVEL === 'debug')
  installMetrics(app, config, registry, readMetrics, readingsOf(deps))
  installDrain(app)
  installHealth(app, () => checkReady(deps))
  await app.register(cookie, { hook: false }) // cookies are read by `readCookie`
  await app.register(async (console) => consoleRoutes(console, deps))
  await app.register(async (agents) => mcpRoutes(agents, app, deps))
  await app.register(async (relay) => gatewayRoutes(relay, deps))
  await app.register(async (open) => openMjRoutes(open, deps))
  unservedWebSockets(app)
  const page = { policy: createPagePolicy(deps), language: () => options.current().DefaultLanguage }
  serveWeb(app, webFolder, page, refuseUnknownUrl)
  return app
}

/** Ready means that calls can be served and charged: the database responds, and the spool can be written. */
async function checkReady({ ping, ledger }: Deps & RelayDeps) {
  await ping()
  if (!ledger.isHealthy()) throw new Error('the ledger cannot take calls')
}

const readingsOf = ({ ledger, inFlight, promptRecords }: RelayDeps): Readings => ({
  turnpike_ledger_operations: {
    help: 'Holds, captures and releases committed',
    read: () => ledger.counts().operations,
  },
  turnpike_ledger_batches: { help: 'Transactions they were committed in', read: () => ledger.counts().batches },
  turnpike_ledger_waiting: { help: 'Operations waiting for their commit', read: () => ledger.counts().waiting },
  turnpike_ledger_sliced: { help: 'Calls that began without an operation', read: () => ledger.counts().sliced },
  turnpike_ledger_spooled: { help: 'Settlements in the spool or in memory', read: () => ledger.counts().spooled },
  turnpike_relay_in_flight: { help: 'Relayed calls running', read: () => inFlight.count() },
  turnpike_relay_in_flight_bytes: { help: 'Bytes of their bodies and whole responses', read: () => inFlight.bytes() },
  turnpike_prompt_records_written: { help: 'Records of calls stored', read: () => promptRecords.counts().written },
  turnpike_prompt_records_dropped: {
    help: 'Records of calls that were not stored',
    read: () => promptRecords.counts().dropped,
  },
  turnpike_prompt_records_waiting: {
    help: 'Records of calls to be stored',
    read: () => promptRecords.counts().waiting,
  },
})
