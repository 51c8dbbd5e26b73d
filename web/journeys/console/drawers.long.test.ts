import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { givenToken, gone } from './drawers-steps.ts'

const journey = journeys()

journey('Escape returns the focus to what opened a menu, a dialog or a drawer', async ({ page, url, server }) => {
  await givenToken(server, 'focused')
  await openSignedIn(page, url, '/token')
  const row = page.getByRole('row').filter({ hasText: 'focused' })
  const focusIsOn = (name: string) =>
    page.waitForFunction((label) => {
      const element = document.activeElement
      return element?.ariaLabel === label || element?.textContent === label
    }, name)

  const more = row.getByRole('button', { name: 'More for focused' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await page.keyboard.press('Escape')
  await focusIsOn('More for focused')

  await row.getByRole('button', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await gone(page)
  await focusIsOn('Edit')

  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await focusIsOn('More for focused')
})
