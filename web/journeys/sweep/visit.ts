import type { Page, Request } from 'playwright-core'
import { brokenRules, brokenRulesInBothThemes, isLongRun } from '../axe.ts'
import { drawn } from '../browser.ts'
import { resize } from '../journey.ts'
import { pageWeight } from './page-weight.ts'
import { smallTargets } from './targets.ts'

const [tablet, phone] = [768, 390]

/** kB as transferred: scripts, and all files of a page. */
const scriptsMax = 300
const [loginMax, pageMax] = [220, 500]
/** The library of the charts, 150 kB, is fetched after the figures of the dashboard. */
const scriptsMaxOf = (path: string) => (path === '/detail' ? 354 : scriptsMax)
/** Requests of a first view: the page itself, scripts, styles, fonts, pictures and calls. Over HTTP/1.1 six of them run at a time. */
const requestsMax = 20

type Visitor = {
  /** Loads the document of a page, as a bookmark does. */
  open(path: string): Promise<void>
  /** Navigates within the loaded app, as a link does. */
  show(path: string): Promise<void>
}

/** Opens pages on a screen of this width, and waits until they are loaded. */
export function visitor(page: Page, url: string, width = 1440): Visitor {
  const pending = new Set<Request>()
  const isAwaited = (request: Request) => !['eventsource', 'media', 'websocket'].includes(request.resourceType())
  page.on('request', (request) => isAwaited(request) && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))

  /** Waits until the page has its heading, shows nothing as busy, and has a response to each of its requests. */
  const settled = async () => {
    const isDrawn = () =>
      document.querySelector('h1') !== null && !document.querySelector('[aria-busy=true], .ant-skeleton-active')
    for (;;) {
      await page.waitForFunction(isDrawn)
      const [awaited] = pending
      if (awaited) await awaited.response().catch(() => null)
      await drawn(page)
      if (pending.size === 0 && (await page.evaluate(isDrawn))) return
    }
  }
  return {
    async open(path) {
      await page.goto('about:blank') // otherwise requests of the page before would count for this one
      await resize(page, width)
      pending.clear()
      await page.goto(url + path)
      await settled()
    },
    async show(path) {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await settled()
    },
  }
}

/** Each limit that the first view of this page exceeds. */
export async function excessOf(page: Page, path: string): Promise<string[]> {
  const { scripts, files } = await pageWeight(page)
  // The number of pictures depends on the rows of the demo, and the number of reloads on how long the page is open.
  const addresses = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType }) => initiatorType !== 'img')
      .map(({ name }) => name),
  )
  const requests = [...new Set(addresses)].map((address) => new URL(address).pathname)
  return [
    ...(files >= (path === '/login' ? loginMax : pageMax) ? [`${path} is ${files} kB`] : []),
    ...(scripts >= scriptsMaxOf(path) ? [`${path} has ${scripts} kB of scripts`] : []),
    ...(requests.length >= requestsMax ? [`${path} makes ${requests.length + 1} requests: ${requests.join(' ')}`] : []),
  ]
}

/** Whether something sticks out sideways, and the targets that are hard to hit. */
export async function misfitsOf(page: Page, where: string): Promise<string[]> {
  return [...(await overflowOf(page, where)), ...(await smallTargets(page))]
}

async function overflowOf(page: Page, where: string): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return wide === 0 ? [] : [`${where} scrolls sideways`]
}

/** The same on a tablet and on a phone, without another visit; the page stays as narrow as on the phone. */
export async function misfitsOfSmallScreens(page: Page, where: string): Promise<string[]> {
  await resize(page, tablet)
  const found = await overflowOf(page, `${where} on a tablet`)
  await resize(page, phone)
  found.push(...(await misfitsOf(page, `${where} on a phone`)))
  return found
}

/**
 * One page of each kind. To switch the theme takes as long as to draw the page, so a quick run does it for these alone, and checks each
 * other page in the theme that is left: about half of them in the dark.
 */
const pathsInBothThemes = new Set([
  '/',
  '/pricing',
  '/overview',
  '/channel',
  '/channel/add',
  '/detail',
  '/log',
  '/setting',
])

export async function brokenRulesOf(page: Page, where: string, within?: string): Promise<string[]> {
  const isInBoth = isLongRun || pathsInBothThemes.has(where)
  const broken = await (isInBoth ? brokenRulesInBothThemes(page, within) : brokenRules(page, { within }))
  return broken.map((rule) => `${where} ${rule}`)
}
