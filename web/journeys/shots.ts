// Pictures of every page in both languages, both themes and three widths, for people to look at: npm run shots
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMockUpstream } from '../../mock-upstream/server.ts'
import { startDemoServer } from '../../scripts/demo/demo-server.ts'
import { launchBrowser, openPage, signIn } from './browser.ts'

const folder = join(import.meta.dirname, '..', '..', 'shots')
const only = process.argv.slice(2)

type Shot = { name: string; path: string; signedIn?: true }
const shots: Shot[] = [
  { name: 'home', path: '/' },
  { name: 'login', path: '/login' },
  { name: 'login-expired', path: '/login?expired=true' },
  { name: 'setup', path: '/setup' },
  { name: 'about', path: '/about' },
  { name: 'pricing', path: '/pricing' },
  { name: 'pricing-model', path: '/pricing?model=gpt-4o' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'register', path: '/register' },
  { name: 'reset', path: '/reset' },
  { name: 'overview', path: '/overview', signedIn: true },
  { name: 'start', path: '/start', signedIn: true },
  { name: 'channels', path: '/channel', signedIn: true },
  { name: 'channels-by-tag', path: '/channel?tag_mode=true', signedIn: true },
  { name: 'channel-add', path: '/channel/add', signedIn: true },
  { name: 'channel-edit', path: '/channel/edit/3', signedIn: true },
  { name: 'channel-dry-run', path: '/channel/edit/3?open=dry-run', signedIn: true },
  { name: 'playground', path: '/playground', signedIn: true },
  { name: 'tokens', path: '/token', signedIn: true },
  { name: 'connect', path: '/connect', signedIn: true },
  { name: 'connect-fields', path: '/connect?client=cline', signedIn: true },
  { name: 'connect-link', path: '/connect?client=nextchat', signedIn: true },
  { name: 'chat', path: '/chat/0', signedIn: true },
  { name: 'chat-app', path: '/chat/2', signedIn: true },
  { name: 'dashboard', path: '/detail', signedIn: true },
  { name: 'profit', path: '/profit', signedIn: true },
  { name: 'log', path: '/log', signedIn: true },
  { name: 'live', path: '/live', signedIn: true },
  { name: 'agents', path: '/agents', signedIn: true },
  { name: 'prices', path: '/prices', signedIn: true },
  { name: 'service-status', path: '/status' },
  { name: 'faq', path: '/faq' },
  { name: 'faq-edit', path: '/faq?open=new', signedIn: true },
  { name: 'guide-search', path: '/guide?q=stripe' },
  { name: 'price-book', path: '/price-book', signedIn: true },
  { name: 'price-proposals', path: '/proposals', signedIn: true },
  { name: 'model-proposals', path: '/proposals?tab=models', signedIn: true },
  { name: 'applied-prices', path: '/proposals?tab=applied', signedIn: true },
  { name: 'price-sources', path: '/proposals?tab=sources', signedIn: true },
  { name: 'price-source-new', path: '/proposals?tab=sources&open=new', signedIn: true },
  { name: 'model-lists', path: '/proposals?tab=lists', signedIn: true },
  { name: 'route', path: '/route?model=gpt-4o-mini&group=default', signedIn: true },
  { name: 'route-refused', path: '/route?model=moonshot-v1-8k&group=default', signedIn: true },
  { name: 'virtual-models', path: '/virtual-models', signedIn: true },
  { name: 'virtual-model-new', path: '/virtual-models?open=new', signedIn: true },
  { name: 'drawings', path: '/midjourney', signedIn: true },
  { name: 'tasks', path: '/task', signedIn: true },
  { name: 'redemptions', path: '/redemption', signedIn: true },
  { name: 'plans', path: '/plans', signedIn: true },
  { name: 'plan-new', path: '/plans?open=new', signedIn: true },
  { name: 'subscriptions', path: '/subscriptions', signedIn: true },
  { name: 'sales-agents', path: '/agent/manage', signedIn: true },
  { name: 'sales-agents-payouts', path: '/agent/manage?tab=payouts', signedIn: true },
  { name: 'sales-agents-shares', path: '/agent/manage?tab=shares', signedIn: true },
  { name: 'sales-agents-terms', path: '/agent/manage?tab=terms', signedIn: true },
  { name: 'sales-agents-methods', path: '/agent/manage?tab=methods', signedIn: true },
  { name: 'wallet', path: '/topup', signedIn: true },
  { name: 'agent', path: '/agent', signedIn: true },
  { name: 'agent-dividends', path: '/agent?tab=dividends', signedIn: true },
  { name: 'agent-withdrawals', path: '/agent?tab=withdrawals', signedIn: true },
  { name: 'agent-terms', path: '/agent?tab=terms', signedIn: true },
  { name: 'orders', path: '/orders', signedIn: true },
  { name: 'callbacks', path: '/orders?tab=callbacks', signedIn: true },
  { name: 'users', path: '/user', signedIn: true },
  { name: 'settings-personal', path: '/setting', signedIn: true },
  { name: 'settings-operation', path: '/setting?tab=operation', signedIn: true },
  { name: 'settings-system', path: '/setting?tab=system', signedIn: true },
  { name: 'settings-other', path: '/setting?tab=other', signedIn: true },
  { name: 'settings-security', path: '/setting/security', signedIn: true },
  { name: 'settings-providers', path: '/setting/providers', signedIn: true },
  { name: 'settings-failover', path: '/setting?tab=operation&section=failover', signedIn: true },
  { name: 'settings-config-file', path: '/setting?tab=system&section=config-file', signedIn: true },
  { name: 'settings-prices', path: '/setting?tab=operation&section=visual-pricing', signedIn: true },
  { name: 'guide', path: '/guide/channels' },
  { name: 'token-new', path: '/token?open=new', signedIn: true },
  { name: 'token-edit', path: '/token?open=1', signedIn: true },
  { name: 'redemption-new', path: '/redemption?open=new', signedIn: true },
  { name: 'user-new', path: '/user?open=new', signedIn: true },
  { name: 'user-edit', path: '/user?open=2', signedIn: true },
  { name: 'tag-edit', path: '/channel?tag_mode=true&drawer=tag:claude-pool', signedIn: true },
  { name: 'price-new', path: '/setting?tab=operation&section=visual-pricing&open=new:', signedIn: true },
  { name: 'conversations', path: '/playground?open=conversations', signedIn: true },
  { name: 'request-code', path: '/playground?open=code', signedIn: true },
]

const data = mkdtempSync(join(tmpdir(), 'turnpike-shots-'))
const mock = await startMockUpstream({ record: false })
const server = await startDemoServer({ folder: data, upstream: mock, now: Math.floor(Date.now() / 1000) })
const browser = await launchBrowser()
mkdirSync(folder, { recursive: true })
for (const language of ['zh', 'en'] as const)
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 768, 390]) {
      const { page, context } = await openPage(browser, { language, theme, width })
      let isSignedIn = false
      for (const shot of shots.filter(({ name }) => only.length === 0 || only.includes(name))) {
        if (shot.signedIn && !isSignedIn) {
          await signIn(page, server.url)
          await page.waitForURL((url) => url.pathname !== '/login')
          isSignedIn = true
        }
        await page.goto(server.url + shot.path, { waitUntil: 'networkidle' })
        const file = join(folder, `${shot.name}-${language}-${theme}-${width}.png`)
        await page.screenshot({ path: file })
        console.log(file)
      }
      await context.close()
    }
await browser.close()
await server.stop()
await mock.stop()
rmSync(data, { recursive: true })
