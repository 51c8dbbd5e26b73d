import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { Endpoint } from '@turnpike/contract/endpoint'
import { accessTokenApi } from '@turnpike/contract/identity/access-token'
import { oauthApi } from '@turnpike/contract/identity/oauth'
import { oidcApi } from '@turnpike/contract/identity/oidc'
import { orgAdminApi, orgApi } from '@turnpike/contract/identity/organisation-api'
import { passkeyApi } from '@turnpike/contract/identity/passkey'
import { registrationApi } from '@turnpike/contract/identity/registration'
import { secondFactorAdminApi, secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { selfApi } from '@turnpike/contract/identity/self'
import { shareApi } from '@turnpike/contract/identity/share-link'
import { tokenApi } from '@turnpike/contract/identity/token'
import { tokenKeyApi } from '@turnpike/contract/identity/token-key'
import { userApi } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { agentAdminApi, agentApi } from '@turnpike/contract/money/agents/agent-api'
import { paymentApi } from '@turnpike/contract/money/payment'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionAdminApi, subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { priceBookApi } from '@turnpike/contract/money/price-book'
import { priceSourceApi } from '@turnpike/contract/money/price-sources'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { refundApi } from '@turnpike/contract/money/refund'
import { relayReference } from '@turnpike/contract/reference/relay-reference'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import { channelTypeApi } from '@turnpike/contract/routing/channel-capabilities'
import { channelKeyApi } from '@turnpike/contract/routing/channel-keys'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { modelListApi } from '@turnpike/contract/routing/model-lists'
import { modelPageApi } from '@turnpike/contract/routing/model-page'
import { proxyApi } from '@turnpike/contract/routing/proxies'
import { routeExplainApi } from '@turnpike/contract/routing/route-explain'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { configFileApi } from '@turnpike/contract/system/config-file/config-file-api'
import { familyApi } from '@turnpike/contract/system/family'
import { faqApi } from '@turnpike/contract/system/faq'
import { firstPasswordApi } from '@turnpike/contract/system/first-password'
import { notificationApi } from '@turnpike/contract/system/notification'
import { optionApi } from '@turnpike/contract/system/option-api'
import { overviewApi } from '@turnpike/contract/system/overview'
import { savedViewApi } from '@turnpike/contract/system/saved-view'
import { setupApi } from '@turnpike/contract/system/setup'
import { statusApi } from '@turnpike/contract/system/status'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { liveCallsApi } from '@turnpike/contract/usage/live-calls'
import { logApi } from '@turnpike/contract/usage/log'
import { profitApi } from '@turnpike/contract/usage/profit'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { drawingApi, taskApi } from '@turnpike/contract/usage/task'
import type { FastifyInstance } from 'fastify'
import { oidcRoutes } from './domain/identity/oidc/oidc.routes.ts'
import { orgAdminRoutes } from './domain/identity/organisations/admin/org-admin.routes.ts'
import { organisationRoutes } from './domain/identity/organisations/organisations.routes.ts'
import { passkeyRoutes } from './domain/identity/passkeys/passkeys.routes.ts'
import { registrationRoutes } from './domain/identity/registration/registration.routes.ts'
import { secondFactorRoutes } from './domain/identity/second-factor/second-factor.routes.ts'
import { selfRoutes } from './domain/identity/self/self.routes.ts'
import { sessionRoutes } from './domain/identity/session/session.routes.ts'
import { shareLinkRoutes } from './domain/identity/share-links/share-links.routes.ts'
import { thirdPartyRoutes } from './domain/identity/third-party/third-party.routes.ts'
import { tokenKeyRoutes } from './domain/identity/tokens/token-key.routes.ts'
import { tokenRoutes } from './domain/identity/tokens/tokens.routes.ts'
import { userAdminRoutes } from './domain/identity/user-admin/user-admin.routes.ts'
import { userRoutes } from './domain/identity/users/users.routes.ts'
import { agentAdminRoutes } from './domain/money/agents/admin/agent-admin.routes.ts'
import { agentRoutes } from './domain/money/agents/agents.routes.ts'
import { paymentRoutes } from './domain/money/payments/payments.routes.ts'
import { subscriptionAdminRoutes } from './domain/money/plans/admin/subscription-admin.routes.ts'
import { planRoutes } from './domain/money/plans/plans.routes.ts'
import { purchaseRoutes } from './domain/money/plans/purchases.routes.ts'
import { priceBookRoutes } from './domain/money/pricing/book/price-book.routes.ts'
import { priceSourceRoutes } from './domain/money/pricing/sources/price-sources.routes.ts'
import { redemptionRoutes } from './domain/money/redemptions/redemptions.routes.ts'
import { refundRoutes } from './domain/money/refunds/refunds.routes.ts'
import { catalogueRoutes } from './domain/routing/catalogue/catalogue.routes.ts'
import { modelPageRoutes } from './domain/routing/catalogue/model-page/model-page.routes.ts'
import { priceListRoutes } from './domain/routing/catalogue/price-list.routes.ts'
import { attemptRoutes } from './domain/routing/channels/attempts/attempts.routes.ts'
import type { ChannelDeps } from './domain/routing/channels/channel-deps.ts'
import { channelRoutes } from './domain/routing/channels/channels.routes.ts'
import { channelHealthRoutes } from './domain/routing/channels/health/channel-health.routes.ts'
import { channelKeyRoutes } from './domain/routing/channels/keys/channel-keys.routes.ts'
import { limitRoutes } from './domain/routing/limits/limits.routes.ts'
import { modelListRoutes } from './domain/routing/model-lists/model-lists.routes.ts'
import { proxyRoutes } from './domain/routing/proxies/proxies.routes.ts'
import { virtualModelRoutes } from './domain/routing/virtual-models/virtual-models.routes.ts'
import { configFileRoutes } from './domain/system/config-file/config-file.routes.ts'
import { familyRoutes } from './domain/system/family/family.routes.ts'
import { faqRoutes } from './domain/system/faq/faq.routes.ts'
import { optionRoutes } from './domain/system/options/options.routes.ts'
import { overviewRoutes } from './domain/system/overview/overview.routes.ts'
import { savedViewRoutes } from './domain/system/saved-views/saved-views.routes.ts'
import { setupRoutes } from './domain/system/setup/setup.routes.ts'
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
import { priceListOf } from './gateway/routing/price-list.ts'
import { announcedPriceList } from './gateway/routing/upcoming-prices.ts'
import { createTaskActions } from './gateway/tasks/task-actions.ts'
import { serveDocs } from './http/docs-routes.ts'
import { openApiDocument } from './http/openapi.ts'
import { relayDocument } from './http/relay-openapi.ts'
import { version } from './version.ts'

/** The dependencies of the server's routes. */
export type AppDeps = ChannelDeps & RelayDeps & LiveDeps

/** Endpoints of the contract, and the function that mounts their routes. */
type Resource = {
  apis: readonly Record<string, Endpoint>[]
  mount(console: FastifyInstance, deps: AppDeps): void
}

/** Every resource of the console. One that shares its endpoints with another names them as well. */
const resources: readonly Resource[] = [
  { apis: [statusApi], mount: statusRoutes },
  { apis: [setupApi, firstPasswordApi], mount: setupRoutes },
  { apis: [userApi], mount: sessionRoutes },
  { apis: [userApi], mount: userRoutes },
  { apis: [registrationApi], mount: registrationRoutes },
  { apis: [selfApi, accessTokenApi, notificationApi], mount: selfRoutes },
  { apis: [secondFactorApi, secondFactorAdminApi], mount: secondFactorRoutes },
  { apis: [passkeyApi], mount: passkeyRoutes },
  { apis: [oauthApi], mount: thirdPartyRoutes },
  { apis: [oidcApi], mount: oidcRoutes },
  { apis: [userAdminApi], mount: userAdminRoutes },
  { apis: [tokenApi], mount: tokenRoutes },
  { apis: [tokenKeyApi], mount: tokenKeyRoutes },
  { apis: [shareApi], mount: shareLinkRoutes },
  { apis: [orgApi], mount: organisationRoutes },
  { apis: [orgAdminApi], mount: orgAdminRoutes },
  { apis: [redemptionApi], mount: redemptionRoutes },
  { apis: [paymentApi], mount: paymentRoutes },
  { apis: [refundApi], mount: refundRoutes },
  { apis: [planApi, subscriptionApi], mount: planRoutes },
  { apis: [subscriptionApi], mount: purchaseRoutes },
  { apis: [subscriptionAdminApi], mount: subscriptionAdminRoutes },
  { apis: [agentApi], mount: agentRoutes },
  { apis: [agentAdminApi], mount: agentAdminRoutes },
  { apis: [priceBookApi], mount: priceBookRoutes },
  { apis: [priceSourceApi], mount: priceSourceRoutes },
  { apis: [channelApi, channelTypeApi], mount: channelRoutes },
  { apis: [channelApi], mount: channelHealthRoutes },
  { apis: [channelAttemptApi], mount: attemptRoutes },
  { apis: [channelKeyApi], mount: channelKeyRoutes },
  { apis: [modelListApi], mount: modelListRoutes },
  { apis: [virtualModelApi], mount: virtualModelRoutes },
  { apis: [proxyApi], mount: proxyRoutes },
  { apis: [limitsApi], mount: limitRoutes },
  { apis: [catalogueApi, pricingApi], mount: catalogueRoutes },
  {
    apis: [pricingApi],
    mount: (console, deps) => priceListRoutes(console, { ...deps, priceList: () => announcedPriceList(deps.snapshot) }),
  },
  {
    apis: [modelPageApi],
    mount: (console, deps) =>
      modelPageRoutes(console, { ...deps, priceList: () => priceListOf(deps.snapshot.current()) }),
  },
  { apis: [routeExplainApi], mount: explainRoutes },
  { apis: [logApi], mount: logRoutes },
  { apis: [dashboardApi], mount: dashboardRoutes },
  { apis: [profitApi], mount: profitRoutes },
  { apis: [taskApi, drawingApi], mount: (console, deps) => taskRoutes(console, deps, createTaskActions(deps)) },
  { apis: [promptRecordsApi], mount: promptRecordRoutes },
  { apis: [liveCallsApi], mount: liveCallRoutes },
  { apis: [overviewApi], mount: overviewRoutes },
  { apis: [optionApi], mount: optionRoutes },
  { apis: [configFileApi], mount: configFileRoutes },
  { apis: [faqApi], mount: faqRoutes },
  { apis: [savedViewApi], mount: savedViewRoutes },
  { apis: [familyApi], mount: familyRoutes },
]

/** Every endpoint of the console, for the API reference and for tests that walk all of them. */
export const consoleEndpoints: readonly Endpoint[] = [...new Set(resources.flatMap(({ apis }) => apis))].flatMap(
  (api) => Object.values(api),
)

/** Every route under /api: never cached, compressed above 1 KiB, rate-limited per address. */
export async function consoleRoutes(console: FastifyInstance, deps: AppDeps) {
  // Compressed request bodies are refused, so the plugin must not decompress them first.
  await console.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    globalDecompression: false,
    // For a month of the dashboard (6.5 MB) the default quality takes 18 times as long and saves 6 % of the bytes.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  })
  console.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    await deps.limits.take('console address', request.ip)
  })
  for (const { mount } of resources) mount(console, deps)
  serveDocs(console, {
    console: () => openApiDocument(consoleEndpoints, { title: 'Turnpike console', version }),
    relay: () => relayDocument(relayReference, { title: 'Turnpike', version }),
  })
}
