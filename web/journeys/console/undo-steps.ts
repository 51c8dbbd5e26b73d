import { channelApi } from '@turnpike/contract/routing/channel'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createChannel, dataOf } from '../steps.ts'

export async function rootOf(server: TestServer) {
  const root = await asRoot(server)
  const channel = (name: string, fields: object = {}) =>
    createChannel(root, { name, key: `sk-${name}-0123456789`, models: 'gpt-4o', ...fields })
  const stored = async (id: number) => dataOf(await root.call(channelApi.get, { params: { id: String(id) } }))
  return { root, channel, stored }
}

export const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

export async function chooseInMenu(page: Page, button: string, entry: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

export const confirm = (page: Page, verb: string) => page.getByRole('button', { name: verb, exact: true }).click()

/** Presses Undo in the message with these words, and waits for the result. */
export async function undo(page: Page, words: string | RegExp, result: string | RegExp = 'Undone') {
  const toast = messages(page).getByRole('status').filter({ hasText: words })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await messages(page)
    .getByText(result, { exact: typeof result === 'string' })
    .waitFor()
}
