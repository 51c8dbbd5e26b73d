import assert from 'node:assert/strict'
import { optionKeys, options } from '@turnpike/contract/options'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { dialog, field, selected } from '../console/palette-steps.ts'
import { journeys } from '../journey.ts'

const journey = journeys()

journey('every option has a field in its section, and a link to an option focuses its field', async ({ page, url }) => {
  const bySection = Map.groupBy(
    optionKeys.filter((name) => options[name].section !== 'none'),
    (name) => options[name].section,
  )
  await openSignedIn(page, url, '/setting?tab=operation')
  for (const [place, names] of bySection) {
    const [tab = '', section = ''] = place.split('/')
    const last = names.at(-1) ?? ''
    // Within the app, so that it is not loaded anew for every section.
    await page.evaluate(
      (address) => {
        history.pushState({}, '', address)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      },
      `/setting?${new URLSearchParams({ tab, section, option: last })}`,
    )
    await page.waitForFunction(
      (name) => document.querySelector(`[data-option="${name}"]`)?.contains(document.activeElement),
      last,
    )
    const mounted = await page
      .locator('[data-option]')
      .evaluateAll((fields) => fields.map((each) => each.getAttribute('data-option')))
    // Shown while what they belong to is switched on, or when a link names them.
    const hidden = ['StickyHeader', 'StickyMinutes', 'AgentApplication']
    for (const name of names) assert.ok(mounted.includes(name) || hidden.includes(name), `${place} ${name}`)
    assert.equal(new Set(mounted).size, mounted.length, `${place}: no field twice`)
  }
  await page.goto(`${url}/setting?tab=operation&section=failover&option=StickyHeader`)
  await page.locator('[data-option="StickyHeader"] input:focus').waitFor()
})

journey('settings are found by a task, a label or the name of the family', async ({ page, url }) => {
  const focused = (name: string) => page.locator(`[data-option="${name}"] :is(input, textarea, button):focus`).waitFor()
  await openSignedIn(page, url, '/setting')
  await fewClicks(page, 'enter the keys of Stripe', async () => {
    await page.getByRole('button', { name: /^Search settings/ }).click()
    await dialog(page).getByText('Take payments', { exact: true }).waitFor()
    await assertAccessible(page)
    await dialog(page).getByRole('option', { name: 'Take card payments with Stripe' }).click()
    await focused('StripeSecretKey')
  })
  await fewClicks(page, 'enter the keys of Epay', async () => {
    await page.getByRole('button', { name: /^Search settings/ }).click()
    await field(page).fill('EpayKey')
    await selected(page).getByText('Merchant key').waitFor()
    await page.keyboard.press('Enter')
    await focused('EpayKey')
  })
  await fewClicks(page, 'set up OpenID Connect', async () => {
    await page.keyboard.press('Control+k')
    await field(page).fill('oidc')
    await selected(page).getByText('Sign-in with OpenID Connect (SSO)').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add a provider' }).first().click()
    await page.getByRole('dialog', { name: 'Add a provider' }).waitFor()
  })
  await page.goto(`${url}/setting?tab=operation`)
  await page.getByRole('button', { name: /^Search settings/ }).waitFor()
  await page.keyboard.press('/')
  await field(page).fill('重试')
  await dialog(page)
    .getByRole('option', { name: /RetryTimes/ })
    .click()
  await focused('RetryTimes')
  await assertAccessible(page)
})
