import assert from 'node:assert/strict'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { asRoot, createChannel } from '../steps.ts'
import { rootOf } from './price-book-steps.ts'

const journey = journeys()

journey('a price change is made with its difference, scheduled, edited and dropped', async ({ page, url, server }) => {
  const root = await rootOf(server)
  await openSignedIn(page, url, '/price-book')
  await page.getByText('No price change is scheduled').waitFor()
  await page.getByLabel('Model name').first().fill('gpt-4o')
  await page.getByRole('button', { name: 'Set new price' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Input', { exact: true }).fill('5')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  const row = page.getByRole('row', { name: 'gpt-4o' })
  await row.getByText('+100%').waitFor()
  await row.getByText('$2.50 / $10.00').waitFor()

  await page.getByRole('button', { name: 'What would the last 7 days have cost?' }).click()
  await page.getByText('No requests to these models in the last 7 days.').waitFor()

  const setTime = async (time: string) => {
    await page.getByLabel('Effective from').fill(time)
    await page.keyboard.press('Enter')
  }
  await setTime('2099-01-01 00:00')
  await page.getByRole('button', { name: 'Schedule 1 change' }).click()
  await page.getByText('At most a year ahead').waitFor()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await setTime(`${tomorrow} 12:00`)
  await page.getByRole('button', { name: 'Schedule 1 change' }).click()
  const pending = page.getByRole('row', { name: 'root' })
  await pending.getByText('gpt-4o').waitFor()
  assert.equal((await root.pending())[0]?.changes[0]?.amounts.ModelRatio, 2.5)
  assert.equal(await root.ratioOf('gpt-4o'), 1.25)

  await pending.getByRole('button', { name: 'Edit' }).click()
  assert.equal(await page.getByLabel('Effective from').inputValue(), `${tomorrow} 12:00`)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await pending.getByRole('button', { name: 'Cancel change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel change' }).click()
  await page.getByText('No price change is scheduled').waitFor()
  assert.deepEqual(await root.pending(), [])
})

journey('a higher price gets a date, and visitors see it before it applies', async ({ page, url, server }) => {
  const root = await rootOf(server)
  await createChannel(await asRoot(server), { name: 'one', type: 1, key: 'sk-upstream', models: 'gpt-4o-mini' })
  await openSignedIn(page, url, '/price-book')
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  // The page itself is one click in the side bar.
  const clicks = await fewClicks(page, 'a price with a date', async () => {
    await page.getByLabel('Model name').first().click()
    await page.keyboard.type('gpt-4o-mini')
    await page.getByRole('button', { name: 'Set new price' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Input', { exact: true }).fill('0.3')
    await drawer.getByRole('button', { name: 'Apply' }).click()
    await page.getByLabel('Effective from').fill(`${day} 12:00`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Schedule 1 change' }).click()
    await page.getByText('$0.15 / $0.60 → $0.30 / $1.20').waitFor()
  })
  assert.ok(clicks <= 4, `${clicks} clicks`)
  assert.equal((await root.pending()).length, 1)

  await page.goto(`${url}/pricing`)
  const notice = page.getByRole('region', { name: '1 model will cost more' })
  await notice.getByText(/^From .*: Input \$0\.15 → \$0\.30, .*Output \$0\.60 → \$1\.20/).waitFor()
  await page
    .getByRole('row')
    .getByRole('img', { name: /Input \$0\.15 → \$0\.30/ })
    .waitFor()
  await assertAccessibleInBothThemes(page)
  await notice.getByRole('button', { name: 'gpt-4o-mini' }).click()
  await page
    .getByRole('dialog')
    .getByText(/From .*: Input \$0\.15 → \$0\.30/)
    .waitFor()
  const [change] = await root.pending()
  await root.cancel(change?.id ?? 0)
  await page.goto(`${url}/pricing`)
  await page.getByText('gpt-4o-mini').first().waitFor()
  assert.equal(await notice.count(), 0)
})
