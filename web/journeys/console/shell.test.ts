import assert from 'node:assert/strict'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'

const journey = journeys()

journey('the language is switched, remembered, and set on the document', async ({ page, url }) => {
  await page.goto(url)
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await page.getByRole('link', { name: '首页' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN')
  await page.reload()
  await page.getByRole('link', { name: '首页' }).waitFor()
})

journey('dark mode is switched, remembered, and there before the first paint', async ({ page, url }) => {
  await page.goto(url)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  assert.equal(await background(), 'rgb(255, 255, 255)')
  await page.getByRole('button', { name: /^Theme:/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(16, 20, 22)')
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
})

journey(
  'on a phone the menu opens as a drawer and pages fit',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/token')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: 'About' }).click()
    await page.waitForURL(`${url}/about`)
    await assertFits(page)
    await page.goto(url)
    await assertFits(page)
  },
  { width: 390 },
)
