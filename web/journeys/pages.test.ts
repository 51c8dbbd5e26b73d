import assert from 'node:assert/strict'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys, type Walk } from './journey.ts'

const journey = journeys()

const open = ['/', '/about', '/pricing', '/login', '/register', '/reset', '/user/reset?email=a@b.cn&token=x']
const console = [
  '/token',
  '/chat',
  '/chat/2',
  '/connect',
  '/channel',
  '/channel?tag_mode=true',
  '/channel/add',
  '/detail',
  '/log',
  '/redemption',
  '/topup',
  '/topup?view=records',
  '/topup?view=rebates',
  '/orders',
  '/orders?tab=callbacks',
  '/user',
  '/user/add',
  '/setting',
  '/setting?tab=operation',
  '/setting?tab=system',
  '/setting?tab=other',
]

/** Each page is opened for itself, as from a bookmark: what it needs must arrive with it. */
async function openAll({ page, url }: Walk) {
  for (const path of open) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    await assertFits(page)
  }
  await openSignedIn(page, url, '/logo.svg')
  for (const path of console) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    assert.equal(await page.getByText(/This page stopped working|页面出错了/).count(), 0, path)
    await assertFits(page)
  }
}

journey('every page opens for itself without a complaint, and fits', openAll)
journey('and on a phone, in Chinese and in the dark', openAll, { language: 'zh', theme: 'dark', width: 390 })
