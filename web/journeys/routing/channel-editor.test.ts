import assert from 'node:assert/strict'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { upstream, withUpstream } from '../upstream.ts'
import { rootOf } from './channel-editor-steps.ts'

const journey = journeys()
withUpstream()

const keysSeen = () =>
  upstream()
    .requests.list()
    .map(({ key }) => key)

journey('a channel is filled in, its models fetched, tested before it is saved, then saved', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  await openSignedIn(page, url, '/channel/add')

  await page.getByRole('heading', { name: 'Credentials' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0, 'nothing to save yet')
  await page.keyboard.press('Control+s')
  await page.getByText('Enter a name for the channel').waitFor()
  await page.getByText('Choose at least one model').waitFor()
  const name = page.getByLabel('Name')
  await page.waitForFunction((field) => field === document.activeElement, await name.elementHandle())

  await name.fill('Mock upstream')
  await page.getByRole('button', { name: 'Fetch from provider' }).click()
  const key = page.getByLabel('Key', { exact: true })
  await page.getByText('Please enter key').waitFor()
  await page.waitForFunction((field) => field === document.activeElement, await key.elementHandle())
  await key.fill('sk-editor-0001')
  await page.getByLabel('Base URL').fill('mock.example.com')
  await page.getByLabel('Base URL').blur()
  await page.getByText('The base URL must be an http or https address').waitFor()
  await page.getByLabel('Base URL').fill(upstream().url)

  await page.getByRole('button', { name: 'Fetch from provider' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: /^Use \d\d+ models$/ }).waitFor()
  await drawer.getByRole('button', { name: 'Select none' }).click()
  assert.equal(await drawer.getByRole('button', { name: 'Use 0 models' }).isDisabled(), true)
  await drawer.getByLabel('Search models').fill('4o')
  await drawer.getByRole('checkbox', { name: 'gpt-4o-mini', exact: true }).check()
  await drawer.getByRole('button', { name: 'Use 1 model' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await page.getByText('this one').waitFor()

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText(/^gpt-4o-mini responded in [\d.]+ s$/).waitFor()
  assert.deepEqual(await root.channels(), [], 'a test saves nothing')

  await page.getByRole('button', { name: 'Save and test' }).click()
  await page.waitForURL(/\/channel\/edit\/\d+$/)
  await page.getByRole('heading', { name: 'Edit channel' }).waitFor()
  await page.getByText('Channel added').waitFor()
  await page.getByText(/^Responded in [\d.]+ s$/).waitFor()
  const [saved] = await root.channels()
  assert.equal(saved?.name, 'Mock upstream')
  assert.equal(saved?.models, 'gpt-4o-mini')
  assert.equal(saved?.group, 'default')
  assert.equal(saved?.base_url, upstream().url)
  assert.notEqual(saved?.test_time, 0)
  assert.deepEqual([...new Set(keysSeen())], ['sk-editor-0001'])
})

journey('three keys become three named channels in few clicks', async ({ page, url, server }) => {
  const root = await rootOf(server)
  await openSignedIn(page, url, '/channel')
  await fewClicks(page, 'three channels with three keys', async () => {
    await page.getByRole('link', { name: 'Add channel' }).first().click()
    await page.getByRole('heading', { name: 'Add channel' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Acme')
    await page.getByLabel('Base URL').fill(upstream().url)
    await page.getByRole('switch', { name: 'Batch create' }).click()
    await page.getByLabel('Key', { exact: true }).fill('sk-acme-one\nsk-acme-two\nsk-acme-three')
    await page.getByText('Creates Acme 1, Acme 2, Acme 3.').waitFor()
    await page.getByRole('button', { name: 'Fetch from provider' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: /^Use \d+ models$/ }).click()
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('3 channels added').waitFor()
  })
  const names = (await root.channels()).map(({ name }) => name)
  for (const name of ['Acme 1', 'Acme 2', 'Acme 3']) assert.ok(names.includes(name), names.join())
})
