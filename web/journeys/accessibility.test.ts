import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { type MockUpstream, startMockUpstream } from '../../mock-upstream/server.ts'
import { type DemoServer, startDemoServer } from '../../scripts/demo/demo-server.ts'
import { assertAccessibleInBothThemes } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, atWidth, journeys } from './journey.ts'
import { smallTargets } from './targets.ts'

const journey = journeys()
const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
let upstream: MockUpstream
/** A console in which every list has rows. */
let demo: DemoServer
before(async () => {
  upstream = await startMockUpstream({ record: false })
  demo = await startDemoServer({ folder, upstream, now: Math.floor(Date.now() / 1000) })
})
after(async () => {
  await demo?.stop()
  await upstream?.stop()
  rmSync(folder, { recursive: true })
})

const phone = 390

const enter = (page: Page) => openSignedIn(page, demo.url, '/logo.svg')

const lists = [
  '/token',
  '/task',
  '/midjourney',
  '/channel',
  '/channel?tag_mode=true&open=claude-pool',
  '/channel/edit/3',
  '/detail?range=24h',
  '/log',
  '/redemption',
  '/user',
  '/user/edit/2',
  '/pricing',
  '/nowhere',
]

const drawers = [
  '/token?open=new',
  '/token?open=1',
  '/token?open=999999',
  '/redemption?open=new',
  '/redemption?open=1',
  '/user?open=new',
  '/user?open=2',
  '/channel?tag_mode=true&drawer=tag:claude-pool',
  '/pricing?model=gpt-4o',
  '/setting?tab=operation&section=visual-pricing&open=new:',
  '/setting?open=email',
  '/playground?open=conversations',
  '/playground?open=code',
]

type Opening = { path: string; open: (page: Page) => Promise<unknown>; shown: string }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Menus, dialogs and what else opens by a click. */
const openings: Opening[] = [
  { path: '/token', open: press(/^More for /), shown: '[role=menu]' },
  { path: '/channel', open: press('More actions'), shown: '[role=menu]' },
  { path: '/channel', open: press(/^Test .* with a model|^Test .*model/), shown: '[role=menu]' },
  { path: '/log', open: press('Columns'), shown: '.ant-popover' },
  {
    path: '/log',
    open: (page) =>
      page
        .getByTitle(/^About /)
        .first()
        .click(),
    shown: '.ant-popover dd',
  },
  {
    path: '/midjourney',
    open: (page) => page.locator('[aria-haspopup=dialog]').first().click(),
    shown: '[role=dialog]',
  },
  {
    path: '/token',
    open: async (page) => {
      await press(/^More for /)(page)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
    shown: '.ant-popconfirm',
  },
  {
    path: '/token?open=new',
    open: async (page) => {
      await page.getByRole('dialog').getByLabel('Name').fill('half')
      await page.keyboard.press('Escape')
    },
    shown: '.ant-modal',
  },
  { path: '/user', open: press(/Account|root/), shown: '[role=menu]' },
]

async function openPath(page: Page, path: string) {
  await page.goto(demo.url + path, { waitUntil: 'networkidle' })
  await page.locator('h1').first().waitFor()
}

/** On a phone every target is high enough for a finger, or has room, and nothing sticks out. */
async function smallOnPhone(page: Page): Promise<string[]> {
  const small: string[] = []
  await atWidth(page, phone, async () => {
    await assertFits(page, `${page.url()} on a phone`)
    small.push(...(await smallTargets(page)))
  })
  return small
}

journey('lists with rows break no rule, in the light and in the dark, and on a phone', async ({ page }) => {
  await enter(page)
  const small: string[] = []
  for (const path of lists) {
    await openPath(page, path)
    await assertAccessibleInBothThemes(page)
    small.push(...(await smallTargets(page)), ...(await smallOnPhone(page)))
  }
  assert.deepEqual(small, [])
})

journey('nor does anything that opens over them', async ({ page }) => {
  await enter(page)
  const small: string[] = []
  for (const path of drawers) {
    await openPath(page, path)
    await page.getByRole('dialog').waitFor()
    await assertAccessibleInBothThemes(page)
    small.push(...(await smallTargets(page)), ...(await smallOnPhone(page)))
  }
  assert.deepEqual(small, [])
  for (const { path, open, shown } of openings) {
    await openPath(page, path)
    await open(page)
    await page.locator(shown).first().waitFor()
    await assertAccessibleInBothThemes(page, `${path} ${shown}`)
  }
})

journey(
  'the filters of a phone break no rule',
  async ({ page }) => {
    await enter(page)
    await openPath(page, '/channel')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('dialog').waitFor()
    await assertAccessibleInBothThemes(page, 'filters')
    assert.deepEqual(await smallTargets(page), [])
  },
  { width: phone },
)
