import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'

const journey = journeys()

journey('a view is saved, made the default, chosen, renamed and deleted', async ({ page, url, server }) => {
  await server.given.user({ username: 'viewer' })
  const viewer = server.client()
  await viewer.signIn('viewer')
  for (const name of ['night bot', 'day bot', 'person'])
    await viewer.call(tokenApi.create, { body: { name, unlimited_quota: true } })
  await openSignedIn(page, url, '/token?keyword=bot', 'viewer', 'password-1')
  await page.getByText('1–2 of 2').waitFor()

  const button = page.getByRole('button', { name: 'Views', exact: true })
  await button.click()
  const panel = page.getByRole('region', { name: 'Views' })
  await panel.getByText('No views yet').waitFor()
  await panel.getByRole('button', { name: 'Save view' }).click()
  await panel.getByText('Enter a name for the view').waitFor()
  await panel.getByLabel('Name of the view').fill('Bots')
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Open the list with Bots' }).click()
  await panel.getByText('Default', { exact: true }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  await page.goto(`${url}/token`)
  await page.waitForURL(`${url}/token?keyword=bot`)
  await page.getByText('1–2 of 2').waitFor()
  await page.getByRole('button', { name: 'Bots', exact: true }).click()
  await panel.getByRole('button', { name: 'No view' }).click()
  await page.getByText('1–3 of 3').waitFor()
  assert.equal(page.url(), `${url}/token`, 'an emptied query stays empty')

  await button.click()
  await panel.getByLabel('Name of the view').fill('bots')
  await panel.getByRole('button', { name: 'Save view' }).click()
  await page.getByText('This list already has a view of this name').waitFor()
  await panel.getByRole('button', { name: 'Rename Bots' }).click()
  await panel.getByLabel('Name of the view').first().fill('Robots')
  await panel.getByRole('button', { name: 'Save name' }).click()
  await panel.getByRole('button', { name: /^Robots/ }).click()
  await page.getByText('1–2 of 2').waitFor()

  await page.getByRole('button', { name: 'Robots', exact: true }).click()
  await panel.getByRole('button', { name: 'Delete Robots' }).click()
  await panel.getByText('No views yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Robots', exact: true }).waitFor()
  await page.goto(`${url}/token?keyword=person`)
  await page.getByText('1–1 of 1').waitFor()
  assert.equal(page.url(), `${url}/token?keyword=person`, 'an address with a query is the truth')
})
