import type { Page } from 'playwright-core'

/** A drawer that an address opens, over the page of the same path. */
export const drawers = [
  '/token?open=new',
  '/token?open=1',
  '/token?open=999999',
  '/redemption?open=new',
  '/redemption?open=1',
  '/plans?open=new',
  '/subscriptions?open=new',
  '/agent/manage?open=new',
  '/agent/manage?tab=terms&open=installation',
  '/agent/manage?tab=methods&open=new',
  '/user?open=new',
  '/user?open=2',
  '/channel?tag_mode=true&drawer=tag:claude-pool',
  '/channel/edit/3?open=dry-run',
  '/pricing?model=gpt-4o',
  '/setting?tab=operation&section=visual-pricing&open=new:',
  '/setting?open=email',
  '/playground?open=conversations',
  '/playground?open=code',
]

/** A menu, a dialog or another part that opens by a click. `width`: only screens of this width have it. */
export type Opening = { path: string; open(page: Page): Promise<unknown>; shown: string; width?: number }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

export const openings: Opening[] = [
  { path: '/token', open: press(/^More for /), shown: '[role=menu]' },
  {
    path: '/token',
    async open(page) {
      await press(/^More for /)(page)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
    shown: '.ant-popconfirm',
  },
  { path: '/channel', open: press('More actions'), shown: '[role=menu]' },
  { path: '/channel', open: press(/^Test .* with a model|^Test .*model/), shown: '[role=menu]' },
  { path: '/channel', open: press('Filter'), shown: '[role=dialog]', width: 390 },
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
  { path: '/user', open: press(/Account|root/), shown: '[role=menu]' },
  // The last one: nobody can leave the page while the dialog is open.
  {
    path: '/token?open=new',
    async open(page) {
      await page.getByRole('dialog').getByLabel('Name').fill('half')
      await page.keyboard.press('Escape')
    },
    shown: '.ant-modal',
  },
]
