import { channelApi } from '@turnpike/contract/routing/channel'
import type { Page } from 'playwright-core'
import type { Client, TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { asRoot, createChannel, dataOf } from '../steps.ts'
import { upstream } from '../upstream.ts'

export type Given = { name: string; tag?: string; group?: string; models?: string; base_url?: string; weight?: number }

/** Creates channels as an administrator's script would; returns the administrator's client and the ids by name. */
export async function givenChannels(server: TestServer, channels: Given[]) {
  const root = await asRoot(server)
  const ids: Record<string, number> = {}
  for (const channel of channels)
    ids[channel.name] = await createChannel(root, {
      key: `sk-${channel.name}`,
      models: 'gpt-4o',
      base_url: upstream().url,
      ...channel,
    })
  return { root, ids }
}

export const stored = async (root: Client, id: number | undefined) =>
  dataOf(await root.call(channelApi.get, { params: { id: String(id) } }))

export async function openChannels(page: Page, url: string) {
  await openSignedIn(page, url, '/channel')
}

export async function chooseInMenu(page: Page, button: string, entry: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
