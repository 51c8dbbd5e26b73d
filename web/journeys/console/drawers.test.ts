import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { givenToken, gone } from './drawers-steps.ts'

const journey = journeys()

const openOf = (page: Page) => new URL(page.url()).searchParams.get('open')

journey('a drawer is in the address: a link and a reload open it, Back closes it', async ({ page, url, server }) => {
  const id = await givenToken(server, 'linked')
  await openSignedIn(page, url, '/token?keyword=link')
  const row = page.getByRole('row').filter({ hasText: 'linked' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.waitFor()
  assert.equal(openOf(page), String(id))
  await page.waitForFunction(() => document.title.startsWith('Edit token linked'))

  await page.reload()
  await drawer.getByLabel('Name').waitFor()
  assert.equal(await drawer.getByLabel('Name').inputValue(), 'linked')
  await page.goBack()
  await gone(page)
  assert.equal(openOf(page), null)
  await page.waitForFunction(() => document.title.startsWith('Tokens'))

  // Closed by its own button, the drawer adds no history entry: Back opens the page before.
  await row.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await gone(page)
  assert.equal(openOf(page), null)
  assert.match(page.url(), /keyword=link/)

  // A link to a row that the list does not show.
  await page.goto(`${url}/token?keyword=nothing&open=${id}`)
  await drawer.getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await gone(page)
  assert.match(page.url(), /keyword=nothing$/)

  await page.goto(`${url}/token?open=999999`)
  await drawer.getByText('It does not exist or was deleted.').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await gone(page)
})

journey('a half-filled drawer asks before it is closed in any way, an untouched one does not', async (walk) => {
  const { page, context, url } = walk
  // On a slow machine React abandons a drawing more often.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 3 })
  await openSignedIn(page, url, '/redemption')
  const create = page.getByRole('button', { name: 'Create codes' }).first()
  await create.click()
  const drawer = page.getByRole('dialog').filter({ hasText: 'Create redemption codes' })
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await gone(page)

  await create.click()
  await drawer.getByLabel('Name').fill('half')
  const request = page.getByRole('dialog').filter({ hasText: 'Discard your changes?' })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => drawer.getByRole('button', { name: 'Close' }).click(),
    () => drawer.getByRole('button', { name: 'Cancel' }).click(),
    () => page.locator('.ant-drawer-mask').click({ position: { x: 100, y: 400 } }),
    () => page.evaluate(() => history.back()),
  ]
  for (const close of ways) {
    await close()
    await request.getByRole('button', { name: 'Keep editing' }).click()
    await request.waitFor({ state: 'detached' })
    assert.equal(await drawer.getByLabel('Name').inputValue(), 'half')
    assert.equal(openOf(page), 'new')
  }
  // Input that was typed and removed again is no unsaved change.
  await drawer.getByLabel('Name').fill('')
  await page.keyboard.press('Escape')
  await gone(page)

  await create.click()
  await drawer.getByLabel('Name').fill('half')
  await page.evaluate(() => history.back())
  await request.getByRole('button', { name: 'Discard' }).click()
  await gone(page)
  assert.equal(openOf(page), null)
})
