import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { heading, isAtTop } from './guide-steps.ts'

const journey = journeys()

journey('pictures come when they are looked at, in the size that was kept for them', async ({ page, url }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(`${url}/guide/payment`)
  const orders = page.getByRole('img', { name: 'Orders' })
  await orders.waitFor({ state: 'attached' })
  const before = await orders.boundingBox()
  await orders.scrollIntoViewIfNeeded()
  await page.waitForFunction((picture) => (picture as HTMLImageElement).naturalWidth > 0, await orders.elementHandle())
  assert.equal((await orders.boundingBox())?.height, before?.height)
  const picture = sent.find((address) => /\/orders-.*\.webp$/.test(address)) ?? ''
  assert.equal((await page.request.get(picture)).headers()['content-type'], 'image/webp')
})

journey('a paragraph can be linked to, in both languages', async ({ page, url }) => {
  await page.goto(`${url}/guide/running#backup`)
  await isAtTop(heading(page, 'Backup'))
  await page.getByRole('button', { name: 'Language' }).click()
  await page
    .getByRole('menuitem', { name: '中文' })
    .or(page.getByText('中文', { exact: true }))
    .first()
    .click()
  await isAtTop(heading(page, '备份'))
})

journey('a page that the handbook does not have leads to those that it has', async ({ page, url }) => {
  await page.goto(`${url}/guide/nowhere`)
  await page.getByText('The handbook has no such page').waitFor()
  await page.getByRole('link', { name: 'Open the first page' }).click()
  await heading(page, 'First request').waitFor()
})

journey('help is beside every settings section and in the channel editor', async (walk) => {
  const { page, context, url } = walk
  await openSignedIn(page, url, '/setting?tab=operation')
  for (const [tab, sections] of Object.entries({ operation: 12, system: 13, other: 5 })) {
    await page.goto(`${url}/setting?tab=${tab}`)
    const list = page.getByRole('navigation', { name: 'Sections' })
    await page.getByRole('link', { name: /^Help: / }).waitFor()
    const names = await list.getByRole('link').allInnerTexts()
    assert.equal(names.length, sections, names.join())
    for (const name of names) {
      await list.getByRole('link', { name, exact: true }).click()
      await page.getByRole('link', { name: `Help: ${name} (opens in a new tab)` }).waitFor()
    }
  }
  await page.goto(`${url}/setting?tab=operation&section=groups`)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Help: Groups (opens in a new tab)' }).click()
  const guide = await opened
  await isAtTop(heading(guide, 'Groups'))
  await guide.close()

  await page.goto(`${url}/channel/add`)
  for (const name of ['Basics', 'Credentials', 'Models', 'Advanced', 'Routing preview'])
    await page.getByRole('link', { name: `Help: ${name} (opens in a new tab)` }).waitFor()
})

journey(
  'the handbook fits a phone, in Chinese and in the dark',
  async ({ page, url }) => {
    for (const [path, title] of [
      ['running', '部署与运维'],
      ['glossary', '术语表'],
      ['first-call', '首次请求'],
    ]) {
      await page.goto(`${url}/guide/${path}`)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.getByRole('article').waitFor()
      await assertFits(page)
      await assertAccessible(page)
    }
  },
  { language: 'zh', theme: 'dark', width: 390 },
)
