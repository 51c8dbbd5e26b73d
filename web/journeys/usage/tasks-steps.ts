import type { Page } from 'playwright-core'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import { givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { asRoot, createChannel } from '../steps.ts'
import { serveFiles } from './given-tasks.ts'

/** Opens a page as a user; pictures keep the addresses that their upstream gave them. */
export async function openAs(page: Page, server: TestServer, username: string, path: string) {
  await setOptions(server, { MjForwardUrlEnabled: 'false' })
  await serveFiles(page.context())
  await openSignedIn(page, server.url, path, username, username === 'root' ? '123456' : givenPassword)
}

export async function givenChannel(
  server: TestServer,
  channel: { type: number; models: string; key: string; base_url: string },
) {
  return createChannel(await asRoot(server), { ...channel, name: channel.models })
}

export const isLoaded = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => {
    const picture = document.querySelector<HTMLImageElement>(wanted)
    return picture?.complete && picture.naturalWidth > 1
  }, selector)
