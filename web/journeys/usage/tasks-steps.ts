import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { Page } from 'playwright-core'
import { saveOptions } from '../../../server/src/domain/system/options/options.rules.ts'
import { givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { serveFiles } from './given-tasks.ts'

/** Opens a page as a user; pictures keep the addresses that their upstream gave them. */
export async function openAs(page: Page, server: TestServer, username: string, path: string) {
  const { store, vault, reload } = server.deps
  await saveOptions(store, vault, { MjForwardUrlEnabled: 'false' })
  await reload()
  await serveFiles(page.context())
  await openSignedIn(page, server.url, path, username, username === 'root' ? '123456' : givenPassword)
}

export async function givenChannel(
  server: TestServer,
  channel: { type: number; models: string; key: string; base_url: string },
) {
  const root = server.client()
  await root.signIn('root', '123456')
  const body = { ...channel, name: channel.models, group: 'default' }
  const { response } = await root.call(channelApi.create, { body })
  assert.ok(response.success)
  return response.data.ids[0] ?? 0
}

export const isLoaded = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => {
    const picture = document.querySelector<HTMLImageElement>(wanted)
    return picture?.complete && picture.naturalWidth > 1
  }, selector)
