import assert from 'node:assert/strict'
import { speedOf } from '../../src/components/figures/speed.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { chooseInMenu, givenChannels, openChannels, stored } from './channels-steps.ts'

const journey = journeys()
withUpstream()

journey('channels are found, weighed, tested, switched by tag and deleted', async ({ page, url, server }) => {
  const { root, ids } = await givenChannels(server, [
    { name: 'alpha one', tag: 'pool' },
    { name: 'alpha two', tag: 'pool' },
    { name: 'beta' },
    { name: 'gamma', models: 'gpt-4o-mini', group: 'vip' },
  ])
  await openChannels(page, url)
  await page.getByText('4 total · 4 enabled · 0 disabled · 0 auto-disabled').waitFor()

  // Filters stand in the address, so that a link shows the same rows.
  await page.keyboard.press('/')
  await page.keyboard.type('alpha')
  await rowOf(page, 'beta').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).searchParams.get('keyword'), 'alpha')
  await page.reload()
  await rowOf(page, 'alpha one').waitFor()
  assert.equal(await rowOf(page, 'gamma').count(), 0)
  await page.getByRole('textbox', { name: 'Model' }).fill('nothing-like-it')
  await page.keyboard.press('Enter')
  await page.getByText('No channels match “alpha”').waitFor()
  await page.getByText('model contains “nothing-like-it”').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowOf(page, 'gamma').waitFor()

  const weight = page.getByRole('textbox', { name: 'Weight of beta' })
  await weight.fill('heavy')
  await weight.press('Enter')
  await page.getByRole('alert').getByText('The weight must be a non-negative integer').waitFor()
  assert.equal(await weight.inputValue(), '0')
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await weight.fill('7')
  await weight.press('Enter')
  await saved
  assert.equal((await stored(root, ids.beta)).weight, 7)
  await weight.fill('9')
  await weight.press('Escape')
  assert.equal(await weight.inputValue(), '7')

  await rowOf(page, 'beta').getByText('Untested').waitFor()
  await rowOf(page, 'beta').getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText(/^beta responded in .+ s$/).waitFor()
  await rowOf(page, 'beta').getByText('Untested').waitFor({ state: 'detached' })
  const { response_time } = await stored(root, ids.beta)
  assert.ok(response_time > 0)
  const shown = await rowOf(page, 'beta').locator('[data-speed]').getAttribute('data-speed')
  assert.equal(shown, speedOf(response_time).tone)

  await page.getByRole('switch', { name: 'Group by tag' }).click()
  await rowOf(page, 'pool').getByText('2 of 2 on').waitFor()
  assert.equal(await rowOf(page, 'alpha one').count(), 0)
  await page.getByRole('button', { name: 'Show the channels of pool' }).click()
  await rowOf(page, 'alpha one').waitFor()
  await chooseInMenu(page, 'More for pool', 'Disable all')
  await rowOf(page, 'pool').getByText('0 of 2 on').waitFor()
  await page.getByText('4 total · 2 enabled').waitFor()
  assert.equal((await stored(root, ids['alpha two'])).status, 2)
  await page.getByRole('switch', { name: 'Group by tag' }).click()

  await chooseInMenu(page, 'More actions', 'Delete selected channels')
  await page.getByText('Please select channels to delete first').waitFor()
  await page.getByRole('checkbox', { name: 'Select gamma' }).check()
  await page.getByRole('toolbar', { name: '1 channel selected' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 channel' }).click()
  await page.getByText('1 channel deleted').waitFor()
  await rowOf(page, 'gamma').waitFor({ state: 'detached' })

  await chooseInMenu(page, 'More actions', 'Delete disabled channels')
  await page.getByRole('dialog').getByText('Delete 2 disabled channels?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 channels' }).click()
  await page.getByText('2 channels deleted').waitFor()
  await page.getByText('1 total · 1 enabled · 0 disabled · 0 auto-disabled').waitFor()
  await rowOf(page, 'beta').waitFor()

  // What was deleted comes back with its history, for as long as the toast is gone too.
  await fewClicks(page, 'restore a channel', async () => {
    await chooseInMenu(page, 'More actions', 'History of all channels')
    const entry = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Deleted' }).first()
    await entry.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 2 channels').waitFor()
  })
  await page.getByRole('dialog').getByText('Added · #1 alpha one').waitFor()
  await page.keyboard.press('Escape')
  await rowOf(page, 'alpha one').waitFor()

  // The head of the ids sorts by them, and the browser remembers that.
  await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
  await page.waitForURL(/id_sort=true/)
  await page.goto(`${url}/channel`)
  await page.locator('th[aria-sort="descending"]').getByText('ID').waitFor()
  await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
  await page.locator('th[aria-sort="ascending"]').getByText('ID').waitFor()
  await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
  await page.locator('th[aria-sort]').waitFor({ state: 'detached' })

  await rowOf(page, 'alpha one').getByRole('button', { name: '1 model' }).click()
  await page.getByRole('link', { name: 'gpt-4o' }).click()
  await page.getByRole('heading', { name: 'gpt-4o', exact: true }).waitFor()
})
