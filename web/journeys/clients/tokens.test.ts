import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { asRoot, clipboard, createChannel, createToken, rowOf } from '../steps.ts'
import { upstream, withUpstream } from '../upstream.ts'

const journey = journeys()
withUpstream()

const model = 'gpt-4o'

/** A channel that serves the model, at half a dollar a call, so that amounts are round. */
async function openRoad(server: TestServer) {
  await createChannel(await asRoot(server), { name: 'road', models: model, base_url: upstream().url })
  await setOptions(server, { ModelPrice: JSON.stringify({ [model]: 0.5 }) })
}

/** Makes one call with the official client, as a program with this key would. */
function speak(url: string, key: string) {
  const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
  return client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }] })
}

journey('a token with a monthly budget is created and handed over', async ({ page, context, url, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await server.given.user({ username: 'giver' })
  await openSignedIn(page, url, '/topup', 'giver', 'password-1')
  const drawer = page.getByRole('dialog')
  await fewClicks(page, 'a token with a monthly budget, handed over', async () => {
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await drawer.getByLabel('Name').fill('for Chidi')
    await drawer.getByLabel('Spending limit per period').fill('20')
    await drawer.getByText('Up to $20.00 per month · never expires').waitFor()
    await drawer.getByRole('button', { name: 'Create token' }).click()
    await drawer.getByRole('button', { name: 'Create share link' }).click()
    await drawer.getByRole('button', { name: 'Copy Share link' }).click()
  })
  assert.match(await clipboard(page), /\/share\//)
  await drawer.getByRole('button', { name: 'Done' }).click()
  const row = rowOf(page, 'for Chidi')
  await row.getByText('$0.00 of $20.00 this month').click()
  await drawer.getByLabel('Amount').fill('25')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await row.getByText('$0.00 of $25.00 this month').waitFor()
  await resize(page, 768)
  const card = page.getByRole('listitem').filter({ hasText: 'for Chidi' })
  await card.getByText('$0.00 of $25.00 this month').waitFor()
  await assertFits(page)
})

journey('a token is created, copied, used up, refused, raised and used again', async (walk) => {
  const { page, context, url, server } = walk
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openRoad(server)
  await openSignedIn(page, url, '/token')
  await page.getByText('No tokens yet').waitFor()
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Create token' }).click()
  await drawer.getByText('Enter a name for the token').waitFor()
  await drawer.getByLabel('Name').fill('first')
  await drawer.getByRole('button', { name: '$10', exact: true }).click()
  await drawer.getByText('Up to $10.00 · never expires · default ×1').waitFor()
  await drawer.getByRole('button', { name: '$1', exact: true }).click()
  await drawer.getByRole('button', { name: 'Create token' }).click()

  await drawer.getByText('Waiting for the first request').waitFor()
  await drawer.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Key copied').waitFor()
  const key = await clipboard(page)
  assert.match(key, /^sk-\w{48}$/)
  await drawer.getByRole('button', { name: 'Copy Code snippet' }).click()
  await page.getByText('Code snippet copied').waitFor()
  assert.ok((await clipboard(page)).includes(key), 'the key is filled in on copying')
  assert.ok(!(await drawer.locator('pre').textContent())?.includes(key), 'and masked on the screen')

  await speak(url, key)
  await drawer.getByText('The first request has arrived').waitFor()
  await drawer.getByText('$0.5000').waitFor()
  await drawer.getByRole('button', { name: 'Done' }).click()
  const row = rowOf(page, 'first')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row.getByText('$0.50 / $0.50').waitFor()

  await speak(url, key)
  await assert.rejects(speak(url, key), /Insufficient token quota/)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row.getByText('Exhausted').waitFor()
  await row.getByText('$1.00 / $0.00').waitFor()
  await row.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('The token has reached its spending limit and cannot be enabled').waitFor()

  await row.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Remaining amount').fill('-1')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.getByText('Enter an amount that is not negative').waitFor()
  await drawer.getByLabel('Remaining amount').fill('2.5')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.waitFor({ state: 'detached' })
  await row.getByText('Enabled').waitFor()
  await row.getByText('$1.00 / $2.50').waitFor()

  await row.getByRole('button', { name: 'More for first' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await row.getByText('Disabled').waitFor()
  await assert.rejects(speak(url, key), /This token is not usable/)
  await row.getByRole('button', { name: 'Enable' }).click()
  await row.getByText('Enabled').waitFor()
  // The relay caches a key for a second.
  await eventually('the key works again', () => speak(url, key).catch(() => undefined))
})

journey('a visitor finds an endpoint in the API reference, by its list and by the search', async ({ page, url }) => {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/docs/')) documents.push(new URL(request.url()).pathname)
  })
  await page.goto(url)
  await page.getByRole('main').getByRole('link', { name: 'API reference' }).click()
  await page.getByRole('heading', { name: 'API reference' }).waitFor()
  await assertAccessible(page)
  const list = page.getByRole('navigation', { name: 'Endpoints' })
  assert.deepEqual(documents, [], 'the console is documented only when somebody asks')
  await page.keyboard.press('/')
  await page.keyboard.type('transcribe')
  await list.getByRole('link', { name: 'Create speech' }).waitFor({ state: 'detached' })
  await list.getByRole('link', { name: 'Transcribe a recording' }).click()
  await page.getByRole('heading', { name: 'Transcribe a recording' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/reference/transcriptions')
  await page.getByRole('tab', { name: 'Python' }).click()
  await page.getByText('client.audio.transcriptions.create(').waitFor()
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('Sign in to send this request').waitFor()

  await list.getByLabel('Search endpoints').fill('redemption')
  await list
    .getByRole('link', { name: /redemption code/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Console API' }).waitFor()
  await page.getByText('Administrators').first().waitFor()
  assert.deepEqual(documents, ['/api/docs/openapi.json'])

  await page.goto(`${url}/api/docs`)
  await page.getByRole('heading', { name: 'API reference' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/reference')
})

journey('a request of the API reference is sent with a token, streams, and is charged', async (walk) => {
  const { page, context, url, server } = walk
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openRoad(server)
  const root = await asRoot(server)
  const { key } = await createToken(root, 'reader')
  await openSignedIn(page, url, '/reference')
  const log = page.getByRole('link', { name: 'Open in the usage log' })
  await fewClicks(page, 'send a request from the API reference', async () => {
    await page.getByRole('article').getByRole('link', { name: 'Create a chat completion' }).click()
    await page.getByRole('button', { name: 'Try it' }).click()
    const form = page.getByRole('form', { name: 'Try it' })
    await form.getByText('This request is charged to your account.').waitFor()
    await assertAccessible(page)
    const body = form.getByLabel('Request body')
    assert.match(await body.inputValue(), /"model": "gpt-4o"/, 'a model that the token may use')
    await body.fill('{')
    await form.getByText('The body must be a JSON object.').waitFor()
    assert.ok(await form.getByRole('button', { name: 'Send request' }).isDisabled())
    await body.fill(JSON.stringify({ model, messages: [{ role: 'user', content: 'two roads' }], stream: true }))
    await form.getByRole('button', { name: 'Send request' }).click()
    await form.getByText('data: [DONE]').waitFor()
    await log.click()
  })
  await page.getByText('$0.5000').first().waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Copy Code snippet' }).click()
  await page.getByText('Code snippet copied').waitFor()
  assert.ok((await clipboard(page)).includes(`sk-${key}`), 'the code contains the key')

  await page.goto(`${url}/reference/delete-video`)
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the video?' })
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('form').getByText('404').waitFor() // the video of the example is nobody's
})
