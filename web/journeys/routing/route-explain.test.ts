import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { givenChannels } from './route-explain-steps.ts'

const journey = journeys()

journey(
  'an administrator looks up where a call goes and why other channels are left out',
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
