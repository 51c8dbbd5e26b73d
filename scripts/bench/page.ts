/// <reference lib="dom" />
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Request } from 'playwright-core'
import { startMockUpstream } from '../../mock-upstream/server.ts'
import { launchBrowser, openPage, openSignedIn } from '../../web/journeys/browser.ts'
import { layoutShift, watchLayoutShift } from '../../web/journeys/layout-shift.ts'
import { consolePaths, publicPaths } from '../../web/journeys/sweep/page-paths.ts'
import { startDemoServer } from '../demo/demo-server.ts'
import type { Figure } from './figure.ts'

const slowdown = 4
const [loginMaxKb, scriptMaxKb, requestsMax, shiftMax, taskMaxMs] = [220, 300, 20, 0.01, 100]
/** Not the default one, of which every page warns. */
const rootPassword = 'set-by-the-operator'
/** Lists with a hundred rows. */
const longLists = ['/log?page_size=100', '/channel?page_size=100']

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
/** `kB`: files as transferred, compressed with Brotli. `taskMs`: the longest task of the main thread, in its CPU time. */
type PageCost = {
  page: string
  requests: number
  api: number
  scriptKB: number
  kB: number
  shift: number
  taskMs: number
  scriptMs: number
  paintMs: number
}

/**
 * The cost of the first view of every page: with an empty cache, on a machine four times slower than ours, over the
 * server's HTTP/1.1, with the demo's data.
 */
export async function page(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const mock = await startMockUpstream({ record: false })
  const server = await startDemoServer({ folder, upstream: mock, now: Math.floor(Date.now() / 1000), rootPassword })
  const browser = await launchBrowser({ isOptimising: true })
  try {
    const signedIn = await signedInState(browser, server.url)
    const costs: PageCost[] = []
    for (const path of publicPaths) costs.push(await costOf(browser, server.url, path))
    for (const path of [...consolePaths, ...longLists]) costs.push(await costOf(browser, server.url, path, signedIn))
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
  const most = (key: Exclude<keyof PageCost, 'page'>, name: string, unit: string, promise?: number): Figure => {
    const cost = costs.reduce((one, other) => (other[key] > one[key] ? other : one))
    return { name: `${name} (${cost.page})`, value: cost[key], unit, ...(promise !== undefined && { promise }) }
  }
  const login = costs.find(({ page }) => page === '/login')
  return [
    { name: 'first load of /login', value: login?.kB ?? 0, unit: 'kB', promise: loginMaxKb },
    most('scriptKB', 'most JavaScript of a page', 'kB', scriptMaxKb),
    most('kB', 'heaviest page', 'kB'),
    most('requests', 'most requests of a page', 'requests', requestsMax),
    most('shift', 'largest layout shift', '', shiftMax),
    most('taskMs', `longest task at ${slowdown}× slowdown`, 'ms', taskMaxMs),
    most('scriptMs', `longest scripting at ${slowdown}× slowdown`, 'ms'),
    most('paintMs', `latest first paint at ${slowdown}× slowdown`, 'ms'),
  ]
}

async function signedInState(browser: Browser, url: string): Promise<StorageState> {
  const { page, context } = await openPage(browser)
  await openSignedIn(page, url, '/overview', 'root', rootPassword)
  await page.waitForFunction(() => localStorage.getItem('setup-over')) // later visits need not ask
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
  await watchLayoutShift(page)
  page.on('request', (request) => requests.push(request))
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await page.goto(url + path, { waitUntil: 'networkidle' })
  await page.locator('h1').first().waitFor()
  const taskMs = longestTaskMs(await browser.stopTracing())
  const { metrics } = await devtools.send('Performance.getMetrics')
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  const shift = await layoutShift(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const files = requests.filter((request) => !isApi(request))
  const sizes = await Promise.all(files.map(transferredSize))
  const sum = (counts: (request: Request) => boolean) =>
    Math.round(files.reduce((sum, file, index) => sum + (counts(file) ? (sizes[index] ?? 0) : 0), 0) / 100) / 10
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
    scriptKB: sum((request) => request.resourceType() === 'script'),
    kB: sum(() => true),
    shift: Math.round(shift * 10_000) / 10_000,
    taskMs: Math.round(taskMs),
    scriptMs: Math.round(scripting * 1000),
    paintMs: Math.round(paint),
  }
}

const isApi = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')

/** 0 for a request that the page itself aborted. */
async function transferredSize(request: Request): Promise<number> {
  const response = await request.response()
  return response ? ((await request.sizes().catch(() => undefined))?.responseBodySize ?? 0) : 0
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

/** CPU time and not wall time: the machine is busy with the server, too. */
function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const names = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const mainThreads = new Set(names.map(threadOf))
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mainThreads.has(threadOf(event)))
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000
}
