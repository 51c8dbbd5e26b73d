import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { type FreshDatabase, freshDatabase } from '../../server/test/harness/databases.ts'
import { builtPages, startTestServer, type TestServer } from '../../server/test/harness/harness.ts'
import { drawn, type Look, openPage } from './browser.ts'
import { sharedBrowser } from './shared-browser.ts'

export type Walk = { page: Page; context: BrowserContext; server: TestServer; url: string }

type Environment = Record<string, string>

/** A file of journeys: one server for all, a new page for each. `env` runs when the file begins: some values are known only then. */
export function journeys(env: () => Environment | Promise<Environment> = () => ({})) {
  let database: FreshDatabase
  let server: TestServer
  before(async () => {
    database = await freshDatabase('sqlite')
    server = await startTestServer(database.address, await env(), { pages: builtPages })
  })
  after(async () => {
    await server?.stop()
    await database?.drop()
  })
  const walkPage = pageTest()
  return (name: string, walk: (walk: Walk) => Promise<void>, look: Look = {}) =>
    walkPage(name, (page) => walk({ page, context: page.context(), server, url: server.url }), look)
}

/**
 * Tests that get a new page. The page must end without errors, and without requests that the content policy forbids.
 */
export function pageTest() {
  const browser = sharedBrowser()
  return (name: string, walk: (page: Page) => Promise<void>, look: Look = {}) => {
    test(name, async () => {
      const { page, context, complaints } = await openPage(await browser(), look)
      try {
        await walk(page)
        assert.deepEqual(complaints, [])
      } catch (error) {
        console.error(`${name}: ${await describePage(page)}`)
        throw error
      } finally {
        await context.close()
      }
    })
  }
}

/** What a page shows when its journey fails. Many failures are seen on a busy machine only, and cannot be repeated. */
const describePage = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const overlays = [
        ...document.querySelectorAll<HTMLElement>('[role=dialog], [role=tooltip], [role=menu], [role=alert]'),
      ]
      return JSON.stringify({
        ...{ url: location.href, title: document.title, state: history.state },
        focus: document.activeElement?.outerHTML.slice(0, 200),
        overlays: overlays.map((each) => `${each.role} ${each.className}: ${each.textContent.slice(0, 300)}`),
      })
    })
    .catch((error: Error) => `cannot be read: ${error.message}`)

/** Nothing may stick out sideways: on a phone that is the whole page sliding about. */
export async function assertFits(page: Page, where = page.url()) {
  const wide = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
  assert.equal(wide, 0, `${where} scrolls sideways`)
}

export async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 })
  await drawn(page)
}
