import type { ComponentType } from 'react'
import { lazyPart } from '../lib/browser/lazy-part.ts'
import type { Access } from './access.ts'

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

/** Every page: path, access, frame. Menus hide items whose page is not listed here. */
export const routes: RouteRow[] = [
  {
    path: '/',
    access: 'public',
    frame: 'public',
    page: lazyPart(async () => (await import('../features/home/home-page.tsx')).HomePage),
  },
  {
    path: '/about',
    access: 'public',
    frame: 'public',
    page: lazyPart(async () => (await import('../features/about/about-page.tsx')).AboutPage),
  },
  {
    path: '/pricing',
    access: 'public',
    frame: 'public',
    page: lazyPart(async () => (await import('../features/pricing/pricing-page.tsx')).PricingPage),
  },
  {
    path: '/guide/:page?',
    access: 'public',
    frame: 'public',
    page: lazyPart(async () => (await import('../features/guide/guide-page.tsx')).GuidePage),
  },
  {
    path: '/login',
    access: 'public',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/login/login-page.tsx')).LoginPage),
  },
  {
    path: '/login/second-step',
    access: 'public',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/second-step/second-step-page.tsx')).SecondStepPage),
  },
  {
    path: '/login/set-up',
    access: 'signed-in',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/security/required-page.tsx')).RequiredPage),
  },
  {
    path: '/setup',
    access: 'public',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/setup/setup-page.tsx')).SetupPage),
  },
  {
    path: '/start',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/start/start-page.tsx')).StartPage),
  },
  {
    path: '/register',
    access: 'public',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/register/register-page.tsx')).RegisterPage),
  },
  {
    path: '/reset',
    access: 'public',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/reset/reset-page.tsx')).ResetPage),
  },
  {
    path: '/user/reset',
    access: 'public',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/reset/new-password-page.tsx')).NewPasswordPage),
  },
  {
    path: '/oauth/github',
    access: 'public',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/oauth-callback/oauth-callback-page.tsx')).GithubCallbackPage),
  },
  {
    path: '/oauth/linuxdo',
    access: 'public',
    frame: 'bare',
    page: lazyPart(
      async () => (await import('../features/oauth-callback/oauth-callback-page.tsx')).LinuxdoCallbackPage,
    ),
  },
  {
    path: '/oauth/oidc/:slug',
    access: 'public',
    frame: 'bare',
    page: lazyPart(async () => (await import('../features/oauth-callback/oauth-callback-page.tsx')).OidcCallbackPage),
  },
  {
    path: '/share/:code',
    access: 'public',
    frame: 'public',
    page: lazyPart(async () => (await import('../features/share/share-page.tsx')).SharePage),
  },
  {
    path: '/setting',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
    footer: false,
  },
  {
    path: '/setting/security',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/security/security-page.tsx')).SecurityPage),
  },
  {
    path: '/setting/providers',
    access: 'root',
    frame: 'console',
    page: lazyPart(
      async () => (await import('../features/identity-providers/identity-providers-page.tsx')).IdentityProvidersPage,
    ),
  },
  {
    path: '/channel',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/channels/channels-page.tsx')).ChannelsPage),
  },
  {
    path: '/channel/add',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/channel-editor/channel-editor-page.tsx')).ChannelEditorPage),
    footer: false,
  },
  {
    path: '/channel/edit/:id',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/channel-editor/channel-editor-page.tsx')).ChannelEditorPage),
    footer: false,
  },
  {
    path: '/chat/:id?',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/chat/chat-page.tsx')).ChatPage),
    footer: false,
    fills: 'window',
  },
  {
    path: '/chat2link',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/chat/chat-to-link-page.tsx')).ChatToLinkPage),
    footer: false,
  },
  {
    path: '/connect',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/connect/connect-page.tsx')).ConnectPage),
  },
  {
    path: '/agents',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/agents/agents-page.tsx')).AgentsPage),
  },
  {
    path: '/playground',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/playground/playground-page.tsx')).PlaygroundPage),
    footer: false,
    fills: 'window',
  },
  {
    path: '/token',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/tokens/tokens-page.tsx')).TokensPage),
  },
  {
    path: '/detail',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage),
  },
  {
    path: '/log',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/logs/logs-page.tsx')).LogsPage),
  },
  {
    path: '/live',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/running-calls/running-calls-page.tsx')).RunningCallsPage),
  },
  {
    path: '/route',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(
      async () => (await import('../features/route-explainer/route-explainer-page.tsx')).RouteExplainerPage,
    ),
  },
  {
    path: '/midjourney',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/drawings/drawings-page.tsx')).DrawingsPage),
  },
  {
    path: '/task',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/tasks/tasks-page.tsx')).TasksPage),
  },
  {
    path: '/redemption',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/redemptions/redemptions-page.tsx')).RedemptionsPage),
  },
  {
    path: '/topup',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/payments/wallet-page.tsx')).WalletPage),
  },
  {
    path: '/price-book',
    access: 'root',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/price-book/price-book-page.tsx')).PriceBookPage),
  },
  {
    path: '/orders',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/payments/orders-page.tsx')).OrdersPage),
  },
  {
    path: '/user',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/users/users-page.tsx')).UsersPage),
  },
  {
    path: '/user/add',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/users/users-page.tsx')).UsersPage),
  },
  {
    path: '/user/edit',
    access: 'signed-in',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/users/own-account.tsx')).OwnAccount),
  },
  {
    path: '/user/edit/:id',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/users/edit-user-page.tsx')).EditUserPage),
    footer: false,
  },
  {
    path: '/virtual-models',
    access: 'admin',
    frame: 'console',
    page: lazyPart(async () => (await import('../features/virtual-models/virtual-models-page.tsx')).VirtualModelsPage),
  },
  {
    path: '*',
    access: 'public',
    frame: 'public',
    page: lazyPart(async () => (await import('../features/not-found/not-found-page.tsx')).NotFoundPage),
  },
]

/** The paths of all pages, without their parameters: `/chat/:id?` is `/chat`. */
export const pages: ReadonlySet<string> = new Set(routes.map(({ path }) => path.replace(/\/:.*$/, '')))
