import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { type FreshDatabase, freshDatabase } from '../../server/test/harness/databases.ts'
import { builtPages, startTestServer, type TestServer } from '../../server/test/harness/harness.ts'
import { type Look, openPage } from './browser.ts'
import { sharedBrowser } from './shared-browser.ts'

export type Walk = { page: Page; context: BrowserContext; server: TestServer; url: string }

type Environment = Record<string, string>

/** A file of journeys: one server for all, a page without a past for each. The environment may be known only when it begins. */
export function journeys(env: () => Environment | Promise<Environment> = () => ({})) {
  let database: FreshDatabase
  let server: TestServer
  const browser = sharedBrowser()
  before(async () => {
    database = await freshDatabase('sqlite')
    server = await startTestServer(database.address, await env(), { pages: builtPages })
  })
  after(async () => {
    await server?.stop()
    await database?.drop()
  })
  /** The page must end without an error of its own and without asking for anything the content policy forbids. */
  return function journey(name: string, walk: (walk: Walk) => Promise<void>, look: Look = {}) {
    test(name, async () => {
      const { page, context, complaints } = await openPage(await browser(), look)
      try {
        await walk({ page, context, server, url: server.url })
        assert.deepEqual(complaints, [])
      } finally {
        await context.close()
      }
    })
  }
}

/** Nothing may stick out sideways: on a phone that is the whole page sliding about. */
export async function assertFits(page: Page, where = page.url()) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(wide, 0, `${where} scrolls sideways`)
}

/** Looks at the page as it is on a screen of another width: loading it again would take longer than the look. */
export async function atWidth(page: Page, width: number, look: () => Promise<void>) {
  const size = page.viewportSize()
  assert.ok(size)
  const resizeTo = async (viewport: typeof size) => {
    await page.setViewportSize(viewport)
    // Two frames: what a script lays out anew is drawn in the second.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  await resizeTo({ ...size, width })
  await look()
  await resizeTo(size)
}
