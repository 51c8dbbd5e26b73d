import assert from 'node:assert/strict'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { Page } from 'playwright-core'
import { givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { signIn } from '../browser.ts'
import { asRoot, createChannel } from '../steps.ts'
import { upstream } from '../upstream.ts'

export const dollar = 500_000

export const claude = 'claude-sonnet-4-5'

export const gemini = 'gemini-2.5-flash'

export const gpt = 'gpt-4o'

export const channels = [
  { type: 1, vendor: 'openai', models: `${gpt},gpt-4o-mini,o4-mini,dall-e-3,tts-1,whisper-1` },
  { type: 14, vendor: 'anthropic', models: claude },
  { type: 24, vendor: 'gemini', models: gemini },
] as const

/** Creates channels of three vendors, and a user with this quota. */
export async function givenUser(server: TestServer, username: string, quota = 5 * dollar) {
  const root = await asRoot(server)
  const { response } = await root.call(channelApi.list, { query: { p: 0, page_size: 10 } })
  assert.ok(response.success)
  if (response.data.length === 0)
    for (const { type, vendor, models } of channels)
      await createChannel(root, { type, name: vendor, models, base_url: upstream().urlOf(vendor), auto_ban: 0 })
  const id = await server.given.user({ username })
  assert.ok((await root.call(userAdminApi.update, { body: { id, quota } })).response.success)
  return id
}

export async function enter(page: Page, url: string, username: string, password = givenPassword) {
  await signIn(page, url, username, password)
  await page.waitForURL((at) => at.pathname !== '/login')
  await page.goto(`${url}/playground`)
  await composer(page).waitFor()
}

export const composer = (page: Page) => page.getByRole('textbox', { name: /^(Message|消息)$/ })

export const responses = (page: Page) => page.locator('article')

export const lastResponse = (page: Page) => responses(page).last()

export const done = (page: Page, state = 'complete') =>
  page.locator(`article[data-state=${state}][aria-busy=false]`).last().waitFor()

export async function call(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

export async function chooseModel(page: Page, model: string) {
  const field = page.getByRole('combobox', { name: 'Model' })
  await field.fill(model)
  await page
    .getByRole('option', { name: model })
    .or(page.locator(`.ant-select-item-option[title="${model}"]`))
    .first()
    .waitFor({ state: 'attached' })
  await field.press('Enter')
}
