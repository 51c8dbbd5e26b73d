import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { channelApi } from '@turnpike/contract/routing/channel'
import { eventually } from '../../server/test/harness/eventually.ts'
import type { TestServer } from '../../server/test/harness/harness.ts'
import { assertAccessible } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'

const journey = journeys()

/** Channels of one model: two that share the first attempts, one below them, one that is disabled, one elsewhere. */
async function givenChannels(server: TestServer, model: string) {
  const root = server.client()
  await root.signIn('root', '123456')
  const add = async (name: string, more: object = {}) => {
    const common = {
      type: 1,
      key: `sk-${model}-${name}`,
      models: model,
      group: 'default',
      base_url: 'http://127.0.0.1:9',
    }
    const { answer } = await root.call(channelApi.create, { body: { ...common, name: `${name} of ${model}`, ...more } })
    assert.ok(answer.success, answer.message)
  }
  await add('heavy', { priority: 5, weight: 20 })
  await add('light', { priority: 5, weight: 0 })
  await add('lower', { priority: 1 })
  await add('elsewhere', { group: 'vip' })
  await add('off', { status: 2 })
  return root
}

journey(
  'an administrator asks where a call goes and why other channels are left out',
  async ({ page, url, server }) => {
    await givenChannels(server, 'gpt-4o')
    await openSignedIn(page, url, '/channel')
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Explain a route' }).click()
    await page.getByText('Which call?').waitFor()
    await page.getByLabel('Model').fill('gpt-4o')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Explain', exact: true }).click()
    await page.getByText('The call would be sent').waitFor()
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} of gpt-4o` })
    await row('heavy').getByText('75 % of first attempts').waitFor()
    await row('light').getByText('25 % of first attempts').waitFor()
    await row('lower').getByText('Lower priority').waitFor()
    await row('elsewhere').getByText('Not in this group').waitFor()
    await row('off').getByText('Disabled by an administrator').waitFor()
    await assertAccessible(page)
    assert.match(page.url(), /group=default/)
    await row('off').getByRole('link').click()
    await page.waitForURL(/\/channel\/edit\/\d+/)
  },
)

journey('a failed call in the log leads to its explanation', async ({ page, url, server }) => {
  const root = await givenChannels(server, 'lonely')
  const { answer } = await root.call(tokenApi.create, { body: { name: 'bot', unlimited_quota: true } })
  assert.ok(answer.success, answer.message)
  const failed = await fetch(`${server.url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${answer.data.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'nobody-has-this', input: 'sea' }),
  })
  assert.equal(failed.status, 404)
  // Failures are written a moment after the answer.
  const rows = server.deps.logStore.selectFrom('logs').select('id').where('model_name', '=', 'nobody-has-this')
  await eventually('it is in the log', () => rows.executeTakeFirst())
  await openSignedIn(page, url, '/log?type=5')
  await page.getByText('nobody-has-this').first().waitFor()
  await page.getByRole('button', { name: 'Show details' }).first().click()
  await page.getByRole('link', { name: 'Explain this route' }).click()
  await page.getByText('The call would be refused').waitFor()
  await page.getByText('HTTP 404 · model_not_found').waitFor()
  await page.getByText('No channel lists this model.').waitFor()
  assert.match(page.url(), /token_id=\d+.*path=%2Fv1%2Fembeddings/)
})

journey(
  'on a phone, in Chinese, a user sees price and verdict and no channel',
  async ({ page, url, server }) => {
    await givenChannels(server, 'gpt-4o-mini')
    await server.given.user({ username: 'lin' })
    await openSignedIn(page, url, '/route?model=gpt-4o-mini', 'lin', 'password-1')
    await page.getByText('调用会被拒绝').waitFor()
    await page.getByText('用户额度不足').waitFor()
    await page.getByText('输入，每 1M Token').waitFor()
    assert.equal(await page.getByText('of gpt-4o-mini').count(), 0)
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)

journey('a refusal in the playground leads to its explanation', async ({ page, url, server }) => {
  const root = await givenChannels(server, 'gpt-4.1')
  await openSignedIn(page, url, '/playground')
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill('by which road?')
  // The page knows the models of a moment ago.
  const { answer } = await root.call(channelApi.search, { query: { keyword: '' } })
  assert.ok(answer.success, answer.message)
  for (const { id } of answer.data) await root.call(channelApi.update, { body: { id, status: 2 } })
  await composer.press('Enter')
  await page.getByRole('link', { name: 'Explain the route' }).click()
  await page.getByText('The call would be refused').waitFor()
  await page.getByText('Disabled by an administrator').first().waitFor()
  assert.match(page.url(), /user_id=1/)
})
