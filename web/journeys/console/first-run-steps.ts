import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { upstream } from '../upstream.ts'

export type Walk = {
  page: Page
  server: TestServer
  url: string
  open: (options?: BrowserContextOptions) => Promise<Page>
}

export const password = 'chosen-at-setup-1'

/** A form of key that several providers use, so that the user must choose the provider. */
export const key = 'sk-of-some-gateway-0123456789'

export async function setPassword(page: Page) {
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.waitForURL('**/start')
}

/** Pastes a key for the mock upstream, up to the button that sends it. */
export async function paste(page: Page, pasted = key) {
  await page.getByLabel("Paste a provider's API key").fill(pasted)
  await page.getByRole('button', { name: 'OpenAI-compatible server' }).click()
  await page.getByRole('textbox', { name: 'Base URL' }).fill(upstream().url)
}

export const connect = (page: Page) => page.getByRole('button', { name: 'Connect OpenAI-compatible server' })

export const runCall = (page: Page) => page.getByRole('button', { name: 'Send the first request' })

export async function channelsOf(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456').catch(() => root.signIn('root', password))
  const { response } = await root.call(channelApi.list, {
    query: { p: 0, page_size: 10, id_sort: true, tag_mode: false },
  })
  assert.ok(response.success, response.message)
  return response.data
}
