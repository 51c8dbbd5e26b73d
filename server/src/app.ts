import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Deps } from './deps.ts'
import { oidcRoutes } from './domain/identity/oidc/oidc.routes.ts'
import { passkeyRoutes } from './domain/identity/passkeys/passkeys.routes.ts'
import { registrationRoutes } from './domain/identity/registration/registration.routes.ts'
import { secondFactorRoutes } from './domain/identity/second-factor/second-factor.routes.ts'
import { accountRoutes } from './domain/identity/self/self.routes.ts'
import { checkBot } from './domain/identity/session/bot-check.ts'
import { sessionRoutes } from './domain/identity/session/session.routes.ts'
import { identify } from './domain/identity/session/session.rules.ts'
import { shareLinkRoutes } from './domain/identity/share-links/share-links.routes.ts'
import { thirdPartyRoutes } from './domain/identity/third-party/third-party.routes.ts'
import { tokenKeyRoutes } from './domain/identity/tokens/token-key.routes.ts'
import { tokenRoutes } from './domain/identity/tokens/tokens.routes.ts'
import { peopleRoutes } from './domain/identity/user-admin/user-admin.routes.ts'
import { userRoutes } from './domain/identity/users/users.routes.ts'
import { paymentRoutes } from './domain/money/payments/payments.routes.ts'
import { priceBookRoutes } from './domain/money/pricing/book/price-book.routes.ts'
import { redemptionRoutes } from './domain/money/redemptions/redemptions.routes.ts'
import { catalogueRoutes } from './domain/routing/catalogue/catalogue.routes.ts'
import { priceListRoutes } from './domain/routing/catalogue/price-list.routes.ts'
import { attemptRoutes } from './domain/routing/channels/attempts/attempts.routes.ts'
import type { ChannelDeps } from './domain/routing/channels/channel-deps.ts'
import { channelRoutes } from './domain/routing/channels/channels.routes.ts'
import { channelHealthRoutes } from './domain/routing/channels/health/channel-health.routes.ts'
import { channelKeyRoutes } from './domain/routing/channels/keys/channel-keys.routes.ts'
import { limitRoutes } from './domain/routing/limits/limits.routes.ts'
import { virtualModelRoutes } from './domain/routing/virtual-models/virtual-models.routes.ts'
import { configFileRoutes } from './domain/system/config-file/config-file.routes.ts'
import { familyRoutes } from './domain/system/family/family.routes.ts'
import { optionRoutes } from './domain/system/options/options.routes.ts'
import { savedViewRoutes } from './domain/system/saved-views/saved-views.routes.ts'
import { setupRoutes } from './domain/system/setup/setup.routes.ts'
import { createPagePolicy } from './domain/system/status/page-needs.ts'
import { statusRoutes } from './domain/system/status/status.routes.ts'
import { dashboardRoutes } from './domain/usage/dashboard/dashboard.routes.ts'
import { profitRoutes } from './domain/usage/dashboard/profit/profit.routes.ts'
import { liveCallRoutes } from './domain/usage/live-calls/live-calls.routes.ts'
import type { LiveDeps } from './domain/usage/live-calls/live-calls.rules.ts'
import { logRoutes } from './domain/usage/logs/logs.routes.ts'
import { promptRecordRoutes } from './domain/usage/prompt-records/prompt-records.routes.ts'
import { taskRoutes } from './domain/usage/tasks/tasks.routes.ts'
import type { RelayDeps } from './gateway/entry/relay-deps.ts'
import { explainRoutes } from './gateway/explain/explain.routes.ts'
import { gatewayRoutes } from './gateway/gateway.ts'
import { isWebSocketUpgrade } from './gateway/realtime/upgrade.ts'
import { refuseUnknownUrl } from './gateway/routes/unknown-url.ts'
import { unservedWebSockets } from './gateway/routes/unserved-routes.ts'
import { priceListOf } from './gateway/routing/price-list.ts'
import { openMjRoutes } from './gateway/tasks/midjourney/open-routes.ts'
import { createTaskActions } from './gateway/tasks/task-actions.ts'
import { installAccessLog } from './http/access-log.ts'
import { isListed } from './http/address-list.ts'
import { requireAccess } from './http/authorize.ts'
import { installDrain } from './http/connections/drain.ts'
import { answerMalformedRequest } from './http/connections/malformed-request.ts'
import { installTurns } from './http/connections/turns.ts'
import { installUnreadBody } from './http/connections/unread-body.ts'
import { serveDocs } from './http/docs-page.ts'
import { installErrorAnswers } from './http/error-answers.ts'
import { installHealth } from './http/health.ts'
import { installHttpDeps } from './http/http-deps.ts'
import { installJsonBody } from './http/json-body.ts'
import { installMetrics, type Readings } from './http/metrics/metrics.ts'
import { noSchemas } from './http/no-schemas.ts'
import { openApiDocument } from './http/openapi.ts'
import { installPerimeter, serverLimits, setCommonHeaders } from './http/perimeter.ts'
import { newRequestId } from './http/request-id.ts'
import { serveWeb } from './http/web-app/static-files.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import { served } from './served.ts'
import { version } from './version.ts'

type AppSettings = { webFolder: string; registry: Registry; readMetrics: () => Promise<string> }

/** Of every server that listens for the app. */
export const httpOptions = { ...serverLimits, shouldUpgradeCallback: isWebSocketUpgrade }

/** What the routes of the server are handed. */
export type AppDeps = ChannelDeps & RelayDeps & LiveDeps

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
    clientErrorHandler: answerMalformedRequest,
    // A URL that cannot be decoded reaches no route and no hook.
    frameworkErrors: (_, request, reply) => {
      setCommonHeaders(request, reply, config.TRUSTED_PROXIES)
      return refuseUnknownUrl(request, reply)
    },
  })
  installHttpDeps(app, {
    identify: (request) => identify(deps, request),
    checkBot: (token, address) => checkBot(deps, token, address),
    limits,
    log,
  })
  requireAccess(app)
  installErrorAnswers(app, refuseUnknownUrl)
  installTurns(app)
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
  serveWeb(app, webFolder, createPagePolicy(options.current), refuseUnknownUrl)
  return app
}

/** Ready means that calls can be served and charged: the database answers, and the spool can be written. */
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
  turnpike_relay_in_flight_bytes: { help: 'Bytes of their bodies and whole answers', read: () => inFlight.bytes() },
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

/** Every route under /api: never cached, compressed above 1 KiB, rate-limited per address. */
async function consoleRoutes(console: FastifyInstance, deps: AppDeps) {
  // Compressed request bodies are refused, so the plugin must not decompress them first.
  await console.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    globalDecompression: false,
    // On a month of the dashboard (6.5 MB) the quality that is usual takes 18 times as long, for 6 % fewer bytes.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  })
  console.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    await deps.limits.take('console address', request.ip)
  })
  statusRoutes(console, deps)
  setupRoutes(console, deps)
  sessionRoutes(console, deps)
  secondFactorRoutes(console, deps)
  passkeyRoutes(console, deps)
  userRoutes(console, deps)
  logRoutes(console, deps)
  taskRoutes(console, deps, createTaskActions(deps))
  dashboardRoutes(console, deps)
  profitRoutes(console, deps)
  priceBookRoutes(console, deps)
  paymentRoutes(console, deps)
  familyRoutes(console, deps)
  channelRoutes(console, deps)
  channelHealthRoutes(console, deps)
  attemptRoutes(console, deps)
  liveCallRoutes(console, deps)
  channelKeyRoutes(console, deps)
  virtualModelRoutes(console, deps)
  tokenRoutes(console, deps)
  tokenKeyRoutes(console, deps)
  shareLinkRoutes(console, deps)
  redemptionRoutes(console, deps)
  catalogueRoutes(console, deps)
  priceListRoutes(console, { ...deps, priceList: () => priceListOf(deps.snapshot.current()) })
  registrationRoutes(console, deps)
  accountRoutes(console, deps)
  savedViewRoutes(console, deps)
  limitRoutes(console, deps)
  promptRecordRoutes(console, deps)
  thirdPartyRoutes(console, deps)
  oidcRoutes(console, deps)
  peopleRoutes(console, deps)
  optionRoutes(console, deps)
  configFileRoutes(console, deps)
  explainRoutes(console, deps)
  serveDocs(console, () => openApiDocument(served, { title: 'Turnpike', version }))
}
