import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'

const journey = journeys()

journey('the columns of the usage log belong to its views', async ({ page, url }) => {
  await openSignedIn(page, url, '/log?group=vip')
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Views' })
  await panel.getByLabel('Name of the view').fill('With group')
  await panel.getByRole('button', { name: 'Save view' }).click()
  await panel.getByRole('button', { name: /^With group/ }).waitFor()
  await page.keyboard.press('Escape')
  const hidden = () => page.evaluate(() => localStorage.getItem('log-hidden-columns'))
  await page.evaluate(() => localStorage.setItem('log-hidden-columns', '["model","cost"]'))
  await page.goto(`${url}/log?model_name=x`)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await panel.getByRole('button', { name: /^With group/ }).click()
  await page.waitForURL(`${url}/log?group=vip`)
  assert.deepEqual(JSON.parse((await hidden()) ?? ''), ['group'])
})

journey(
  'on a phone the views are behind a button of the title row',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/token?keyword=x')
    await page.getByRole('button', { name: '视图', exact: true }).click()
    await page.getByRole('region', { name: '视图' }).getByText('还没有视图').waitFor()
    await assertFits(page)
    await assertAccessible(page)
  },
  { language: 'zh', width: 390, theme: 'dark' },
)
