/// <reference lib="dom" />
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Request } from 'playwright-core'
import { startMockUpstream } from '../../mock-upstream/server.ts'
import { launchBrowser, openPage, openSignedIn } from '../../web/journeys/browser.ts'
import { consolePaths, publicPaths } from '../../web/journeys/sweep/page-paths.ts'
import { startDemoServer } from '../demo/demo-server.ts'
import type { Figure } from './figure.ts'

const slowdown = 4
const [loginMaxKb, pageMaxKb, requestsMax] = [220, 500, 25]

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
type PageCost = { page: string; requests: number; api: number; kB: number; scriptMs: number; paintMs: number }

/**
 * The cost of the first view of every page: with an empty cache, on a machine four times slower than ours, over the
 * server's HTTP/1.1, with the demo's data.
 */
export async function page(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const mock = await startMockUpstream({ record: false })
  const server = await startDemoServer({ folder, upstream: mock, now: Math.floor(Date.now() / 1000) })
  const browser = await launchBrowser({ isOptimising: true })
  try {
    const signedIn = await signedInState(browser, server.url)
    const costs: PageCost[] = []
    for (const path of publicPaths) costs.push(await costOf(browser, server.url, path))
    for (const path of consolePaths) costs.push(await costOf(browser, server.url, path, signedIn))
    console.table(costs)
    return figuresOf(costs)
  } finally {
    await browser.close()
    await server.stop()
    await mock.stop()
    rmSync(folder, { recursive: true })
  }
}

function figuresOf(costs: PageCost[]): Figure[] {
  const most = (of: (cost: PageCost) => number) => costs.reduce((one, other) => (of(other) > of(one) ? other : one))
  const requested = most(({ requests }) => requests)
  const heavy = most(({ kB }) => kB)
  const busy = most(({ scriptMs }) => scriptMs)
  const late = most(({ paintMs }) => paintMs)
  const login = costs.find(({ page }) => page === '/login')
  return [
    { name: 'first load of /login, gzipped', value: login?.kB ?? 0, unit: 'kB', promise: loginMaxKb },
    { name: `heaviest page (${heavy.page}), gzipped`, value: heavy.kB, unit: 'kB', promise: pageMaxKb },
    {
      name: `most requests of a page (${requested.page})`,
      value: requested.requests,
      unit: 'requests',
      promise: requestsMax,
    },
    { name: `longest scripting at ${slowdown}× slowdown (${busy.page})`, value: busy.scriptMs, unit: 'ms' },
    { name: `latest first paint at ${slowdown}× slowdown (${late.page})`, value: late.paintMs, unit: 'ms' },
  ]
}

async function signedInState(browser: Browser, url: string): Promise<StorageState> {
  const { page, context } = await openPage(browser)
  await openSignedIn(page, url, '/logo.svg')
  const state = await context.storageState()
  await context.close()
  return state
}

async function costOf(browser: Browser, url: string, path: string, storageState?: StorageState): Promise<PageCost> {
  const { page, context } = await openPage(browser, {}, { storageState })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await devtools.send('Performance.enable')
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(url + path, { waitUntil: 'networkidle' })
  await page.locator('h1').first().waitFor()
  const { metrics } = await devtools.send('Performance.getMetrics')
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const sizes = await Promise.all(requests.filter((request) => !isApi(request)).map(gzippedSize))
  if (process.env.BENCH_REQUESTS)
    console.log(
      path,
      requests.map((request) => new URL(request.url()).pathname),
    )
  await context.close()
  const scripting = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  return {
    page: path,
    requests: requests.length,
    api: requests.filter(isApi).length,
    kB: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10,
    scriptMs: Math.round(scripting * 1000),
    paintMs: Math.round(paint),
  }
}

const isApi = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')

async function gzippedSize(request: Request): Promise<number> {
  const response = await request.response()
  const body = await response?.body().catch(() => undefined) // a request that the page itself aborted has no body
  if (!response || !body) return 0
  return /woff2|png|jpe?g/.test(response.headers()['content-type'] ?? '') ? body.length : gzipSync(body).length
}
