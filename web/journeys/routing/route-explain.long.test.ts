import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { channelApi } from '@turnpike/contract/routing/channel'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { givenChannels } from './route-explain-steps.ts'

const journey = journeys()

journey('a failed call in the log leads to its explanation', async ({ page, url, server }) => {
  const root = await givenChannels(server, 'lonely')
  const { response } = await root.call(tokenApi.create, { body: { name: 'bot', unlimited_quota: true } })
  assert.ok(response.success, response.message)
  const failed = await fetch(`${server.url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${response.data.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'nobody-has-this', input: 'sea' }),
  })
  assert.equal(failed.status, 404)
  // Failures are written a moment after the response.
  const rows = server.deps.logStore.selectFrom('logs').select('id').where('model_name', '=', 'nobody-has-this')
  await eventually('it is in the log', () => rows.executeTakeFirst())
  await openSignedIn(page, url, '/log?type=5')
  await page.getByText('nobody-has-this').first().waitFor()
  await page.getByRole('button', { name: 'Show details' }).first().click()
  await page.locator('#content').getByRole('link', { name: 'Route check' }).click()
  await page.getByText('The request would be refused').waitFor()
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
    await page.getByText('用户额度不足，请充值').waitFor()
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
  const { response } = await root.call(channelApi.search, { query: { keyword: '' } })
  assert.ok(response.success, response.message)
  for (const { id } of response.data) await root.call(channelApi.update, { body: { id, status: 2 } })
  await composer.press('Enter')
  await page.locator('#content').getByRole('link', { name: 'Route check' }).click()
  await page.getByText('The request would be refused').waitFor()
  await page.getByText('Disabled by an administrator').first().waitFor()
  assert.match(page.url(), /user_id=1/)
})
