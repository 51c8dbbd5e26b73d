import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { Page } from 'playwright-core'
import type { Client, TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { upstream } from '../upstream.ts'

export type Given = { name: string; tag?: string; group?: string; models?: string; base_url?: string; weight?: number }

/** Creates channels as an administrator's script would; returns the administrator's client and the ids by name. */
export async function givenChannels(server: TestServer, channels: Given[]) {
  const root = server.client()
  await root.signIn('root', '123456')
  const ids: Record<string, number> = {}
  for (const { name, ...given } of channels) {
    const body = {
      type: 1,
      key: `sk-${name}`,
      models: 'gpt-4o',
      group: 'default',
      base_url: upstream().url,
      name,
      ...given,
    }
    const { response } = await root.call(channelApi.create, { body })
    assert.ok(response.success, response.message)
    ids[name] = response.data.ids[0] ?? 0
  }
  return { root, ids }
}

export async function stored(root: Client, id: number | undefined) {
  const { response } = await root.call(channelApi.get, { params: { id: String(id) } })
  assert.ok(response.success, response.message)
  return response.data
}

export async function openChannels(page: Page, url: string) {
  await openSignedIn(page, url, '/channel')
}

export async function chooseInMenu(page: Page, button: string, entry: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
