import type { ComponentType } from 'react'
import { lazyComponent } from '../lib/browser/lazy-part.ts'
import type { Access } from './access.ts'

type Load = () => Promise<ComponentType>

export type RouteRow = {
  path: string
  access: Access
  /** `console`: side bar. `public`: top bar and footer. `bare`: top bar only. */
  frame: 'console' | 'public' | 'bare'
  page: ComponentType
  /** Pages with a save bar or a chat have none. */
  footer?: false
  /** The page is as high as the window, and its parts scroll. */
  fills?: 'window'
}

const publicPage = (path: string, load: Load): RouteRow => ({
  path,
  access: 'public',
  frame: 'public',
  page: lazyComponent(load),
})

const barePage = (path: string, load: Load, access: Access = 'public'): RouteRow => ({
  path,
  access,
  frame: 'bare',
  page: lazyComponent(load),
})

type Layout = Pick<RouteRow, 'footer' | 'fills'>

const consolePage = (path: string, access: Access, load: Load, layout: Layout = {}): RouteRow => ({
  path,
  access,
  frame: 'console',
  page: lazyComponent(load),
  ...layout,
})

/** Every page: path, access, frame. Menus hide items whose page is not listed here. The build reads this table as text. */
export const routes: RouteRow[] = [
  publicPage('/', async () => (await import('../features/home/home-page.tsx')).HomePage),
  publicPage('/about', async () => (await import('../features/about/about-page.tsx')).AboutPage),
  publicPage('/pricing', async () => (await import('../features/pricing/pricing-page.tsx')).PricingPage),
  publicPage(
    '/reference/:operation?',
    async () => (await import('../features/reference/reference-page.tsx')).ReferencePage,
  ),
  publicPage('/guide/:page?', async () => (await import('../features/guide/guide-page.tsx')).GuidePage),
  publicPage('/faq', async () => (await import('../features/faq/faq-page.tsx')).FaqPage),
  publicPage('/models', async () => (await import('../features/pricing/models-address.tsx')).ModelsAddress),
  publicPage(
    '/status',
    async () => (await import('../features/service-status/service-status-page.tsx')).ServiceStatusPage,
  ),
  barePage('/login', async () => (await import('../features/login/login-page.tsx')).LoginPage),
  barePage(
    '/login/second-step',
    async () => (await import('../features/second-step/second-step-page.tsx')).SecondStepPage,
  ),
  barePage(
    '/login/set-up',
    async () => (await import('../features/security/required-page.tsx')).RequiredPage,
    'signed-in',
  ),
  barePage('/setup', async () => (await import('../features/setup/setup-page.tsx')).SetupPage),
  consolePage('/overview', 'admin', async () => (await import('../features/overview/overview-page.tsx')).OverviewPage),
  consolePage('/start', 'admin', async () => (await import('../features/start/start-page.tsx')).StartPage),
  barePage('/register', async () => (await import('../features/register/register-page.tsx')).RegisterPage),
  barePage('/reset', async () => (await import('../features/reset/reset-page.tsx')).ResetPage),
  barePage('/user/reset', async () => (await import('../features/reset/new-password-page.tsx')).NewPasswordPage),
  barePage(
    '/oauth/github',
    async () => (await import('../features/oauth-callback/oauth-callback-page.tsx')).GithubCallbackPage,
  ),
  barePage(
    '/oauth/linuxdo',
    async () => (await import('../features/oauth-callback/oauth-callback-page.tsx')).LinuxdoCallbackPage,
  ),
  barePage(
    '/oauth/oidc/:slug',
    async () => (await import('../features/oauth-callback/oauth-callback-page.tsx')).OidcCallbackPage,
  ),
  publicPage('/share/:code', async () => (await import('../features/share/share-page.tsx')).SharePage),
  consolePage(
    '/setting',
    'signed-in',
    async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
    { footer: false },
  ),
  consolePage(
    '/setting/security',
    'signed-in',
    async () => (await import('../features/security/security-page.tsx')).SecurityPage,
  ),
  consolePage(
    '/setting/providers',
    'root',
    async () => (await import('../features/identity-providers/identity-providers-page.tsx')).IdentityProvidersPage,
  ),
  consolePage('/channel', 'admin', async () => (await import('../features/channels/channels-page.tsx')).ChannelsPage),
  consolePage(
    '/channel/add',
    'admin',
    async () => (await import('../features/channel-editor/channel-editor-page.tsx')).ChannelEditorPage,
    { footer: false },
  ),
  consolePage(
    '/channel/edit/:id',
    'admin',
    async () => (await import('../features/channel-editor/channel-editor-page.tsx')).ChannelEditorPage,
    { footer: false },
  ),
  consolePage('/chat/:id?', 'signed-in', async () => (await import('../features/chat/chat-page.tsx')).ChatPage, {
    footer: false,
    fills: 'window',
  }),
  consolePage(
    '/chat2link',
    'signed-in',
    async () => (await import('../features/chat/chat-to-link-page.tsx')).ChatToLinkPage,
    { footer: false },
  ),
  consolePage('/connect', 'signed-in', async () => (await import('../features/connect/connect-page.tsx')).ConnectPage),
  consolePage('/agents', 'signed-in', async () => (await import('../features/ai-agents/agents-page.tsx')).AgentsPage),
  consolePage(
    '/playground',
    'signed-in',
    async () => (await import('../features/playground/playground-page.tsx')).PlaygroundPage,
    { footer: false, fills: 'window' },
  ),
  consolePage('/token', 'signed-in', async () => (await import('../features/tokens/tokens-page.tsx')).TokensPage),
  consolePage(
    '/detail',
    'signed-in',
    async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  consolePage('/model', 'signed-in', async () => (await import('../features/model/model-page.tsx')).ModelPage),
  consolePage('/profit', 'admin', async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage),
  consolePage('/log', 'signed-in', async () => (await import('../features/logs/logs-page.tsx')).LogsPage),
  consolePage(
    '/live',
    'admin',
    async () => (await import('../features/running-calls/running-calls-page.tsx')).RunningCallsPage,
  ),
  consolePage(
    '/route',
    'signed-in',
    async () => (await import('../features/route-explainer/route-explainer-page.tsx')).RouteExplainerPage,
  ),
  consolePage(
    '/midjourney',
    'signed-in',
    async () => (await import('../features/drawings/drawings-page.tsx')).DrawingsPage,
  ),
  consolePage('/task', 'signed-in', async () => (await import('../features/tasks/tasks-page.tsx')).TasksPage),
  consolePage(
    '/redemption',
    'admin',
    async () => (await import('../features/redemptions/redemptions-page.tsx')).RedemptionsPage,
  ),
  consolePage('/plans', 'admin', async () => (await import('../features/plans/list/plans-page.tsx')).PlansPage),
  consolePage(
    '/subscriptions',
    'admin',
    async () => (await import('../features/plans/subscriptions/subscriptions-page.tsx')).SubscriptionsPage,
  ),
  consolePage('/topup', 'signed-in', async () => (await import('../features/payments/wallet-page.tsx')).WalletPage),
  consolePage('/agent', 'signed-in', async () => (await import('../features/sales-agents/agent-page.tsx')).AgentPage),
  consolePage('/prices', 'root', async () => (await import('../features/settings/prices-page.tsx')).PricesPage, {
    footer: false,
  }),
  consolePage(
    '/price-book',
    'root',
    async () => (await import('../features/price-book/price-book-page.tsx')).PriceBookPage,
  ),
  consolePage(
    '/proposals',
    'admin',
    async () => (await import('../features/proposals/proposals-page.tsx')).ProposalsPage,
  ),
  consolePage(
    '/agent/manage',
    'admin',
    async () => (await import('../features/sales-agents-admin/sales-agents-page.tsx')).SalesAgentsPage,
  ),
  consolePage('/orders', 'admin', async () => (await import('../features/payments/orders-page.tsx')).OrdersPage),
  consolePage('/user', 'admin', async () => (await import('../features/users/users-page.tsx')).UsersPage),
  consolePage('/user/add', 'admin', async () => (await import('../features/users/users-page.tsx')).UsersPage),
  consolePage('/user/edit', 'signed-in', async () => (await import('../features/users/own-account.tsx')).OwnAccount),
  consolePage(
    '/user/edit/:id',
    'admin',
    async () => (await import('../features/users/edit-user-page.tsx')).EditUserPage,
    { footer: false },
  ),
  consolePage(
    '/org/new',
    'signed-in',
    async () => (await import('../features/organisation/create/create-org-page.tsx')).CreateOrgPage,
  ),
  consolePage(
    '/org/members',
    'signed-in',
    async () => (await import('../features/organisation/members/members-page.tsx')).MembersPage,
  ),
  consolePage(
    '/org/settings',
    'signed-in',
    async () => (await import('../features/organisation/settings/org-settings-page.tsx')).OrgSettingsPage,
  ),
  consolePage(
    '/org/statement',
    'signed-in',
    async () => (await import('../features/organisation/statement/statement-page.tsx')).StatementPage,
  ),
  consolePage(
    '/org/invitation',
    'signed-in',
    async () => (await import('../features/organisation/invitation/invitation-page.tsx')).InvitationPage,
  ),
  consolePage(
    '/organizations',
    'admin',
    async () => (await import('../features/organisations-admin/organisations-page.tsx')).OrganisationsPage,
  ),
  consolePage(
    '/virtual-models',
    'admin',
    async () => (await import('../features/virtual-models/virtual-models-page.tsx')).VirtualModelsPage,
  ),
  publicPage('*', async () => (await import('../features/not-found/not-found-page.tsx')).NotFoundPage),
]

/** The paths of all pages, without their parameters: `/chat/:id?` is `/chat`. */
export const pages: ReadonlySet<string> = new Set(routes.map(({ path }) => path.replace(/\/:.*$/, '')))
