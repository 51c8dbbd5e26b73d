import assert from 'node:assert/strict'
import { role } from '@turnpike/contract/identity/user'
import type { OptionKey } from '@turnpike/contract/options'
import { logType } from '@turnpike/contract/usage/log'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { writeLog } from '../../../server/src/domain/usage/logs/write-log.queries.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { givenPassword, saveOptions, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { enterSection, field, pathOf, save, storedOptions } from './settings-system-steps.ts'

const journey = journeys()

async function setOptions({ deps }: TestServer, changes: Partial<Record<OptionKey, string>>) {
  await saveOptions(deps.store, deps.vault, changes)
  await deps.reload()
}

const openSection = (page: Page, url: string, tab: string, section: string) => page.goto(url + pathOf(tab, section))

/** With something unsaved in it, the name of a section goes on. */
const goTo = (page: Page, section: string) =>
  page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: new RegExp(`^${section}`) })
    .click()

journey(
  'password login is disabled after a confirmation, and a sign-in without its settings is refused',
  async ({ page, url, server }) => {
    await enterSection(page, url, 'system', 'login')
    const password = page.getByRole('switch', { name: 'Password sign-in' })
    const request = page.getByRole('dialog', { name: 'Turn off password sign-in?' })
    await password.click()
    await request.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('No unsaved changes').waitFor()
    assert.equal(await password.isChecked(), true)
    await password.click()
    await request.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('1 unsaved change').waitFor()

    await page.getByRole('switch', { name: 'GitHub sign-in' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Fill in the GitHub client id and secret before enabling GitHub login').waitFor()
    assert.equal((await storedOptions(server)).texts.get('PasswordLoginEnabled'), 'true')
    await page.getByRole('switch', { name: 'GitHub sign-in' }).click()
    await save(page)
    assert.equal(server.deps.options.current().PasswordLoginEnabled, false)
    await password.click() // on again without a confirmation
    await save(page)
    assert.equal(server.deps.options.current().PasswordLoginEnabled, true)
  },
)

journey('payment waits for the server address, domains are chips, addresses lose their slash', async (walk) => {
  const { page, url, server } = walk
  await enterSection(page, url, 'system', 'payment')
  await field(page, 'Price').fill('7.1')
  await page.getByRole('radiogroup', { name: 'View of Top-up multipliers of groups' }).getByText('JSON').click()
  await field(page, 'Top-up multipliers of groups').fill('{"vip": }')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Fill in the server address first').nth(2).waitFor()
  assert.equal(await page.getByText('Fill in the server address first').count(), 3, 'above and under both fields')
  await page.getByRole('link', { name: 'Open server address' }).click()
  await field(page, 'Server address').fill('https://api.harbour.example/')
  await save(page)
  await eventually('the address without its slash', async () => {
    const shown = await field(page, 'Server address').inputValue()
    return shown === 'https://api.harbour.example'
  })
  await goTo(page, 'Payment')
  await page.getByText('Top-up multipliers of groups is not a valid JSON string').waitFor()
  await field(page, 'Top-up multipliers of groups').fill('{"vip": 0.8}')
  await page.getByRole('radiogroup', { name: 'View of Top-up multipliers of groups' }).getByText('Table').click()
  const ratio = page.getByRole('textbox', { name: 'Multiplier, row 1' })
  await ratio.fill('0,8')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Enter group names with a multiplier').waitFor()
  assert.equal(await ratio.getAttribute('aria-invalid'), 'true')
  await ratio.fill('0.85')
  await field(page, 'Payment address').fill('https://pay.example/')
  await save(page)
  assert.deepEqual({ ...server.deps.options.current().TopupGroupRatio }, { vip: 0.85 })

  await goTo(page, 'OAuth apps')
  await page.getByText('https://api.harbour.example/oauth/github').waitFor()
  await page.getByText('https://api.harbour.example/oauth/linuxdo').waitFor()
  await goTo(page, 'Bot check')
  await field(page, 'Site key').fill('0x4AAA')
  await save(page)
  assert.equal(await field(page, 'Site key').inputValue(), '0x4AAA', 'the public one of the two is shown')

  await goTo(page, 'Email whitelist')
  const domains = field(page, 'Allowed domains')
  await domains.pressSequentially('nonsense')
  await domains.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“nonsense” is not a domain').waitFor()
  await page.getByTitle('nonsense').locator('.ant-select-selection-item-remove').click()
  await domains.pressSequentially('@Harbour.example,')
  await save(page)
  const { texts } = await storedOptions(server)
  const wanted = { Price: '7.1', TopupGroupRatio: '{"vip":0.85}', PayAddress: 'https://pay.example' }
  for (const [key, value] of Object.entries(wanted)) assert.equal(texts.get(key), value)
  assert.match(texts.get('EmailDomainWhitelist') ?? '', /^gmail\.com,.*foxmail\.com,harbour\.example$/)
})

journey(
  'a phone shows the editor or the preview, and everything fits',
  async ({ page, url }) => {
    await enterSection(page, url, 'other', 'about')
    await field(page, '关于').fill('# 港口')
    await page.getByText('预览', { exact: true }).click()
    await page.getByRole('heading', { name: '港口' }).waitFor()
    assert.equal(await field(page, '关于').count(), 0)
    await assertFits(page)
    await page.getByRole('button', { name: '放弃' }).click()
    await openSection(page, url, 'system', 'login')
    for (const section of ['登录与注册', '支付', '邮箱白名单', '邮件（SMTP）', 'OAuth 应用']) {
      await page.getByRole('navigation', { name: '设置分区' }).getByRole('link', { name: section }).click()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await assertFits(page)
    }
  },
  { language: 'zh', width: 390 },
)

/** The outside as these journeys know it: one picture, one page. */
async function serveOutside(context: BrowserContext) {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await context.route('https://pictures.example/harbour.png', (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  )
  await context.route('https://pages.example/about', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Our own page</h1>' }),
  )
}

const brandOf = (page: Page) => page.getByRole('banner').getByRole('link').first()

const footerOf = (page: Page) => page.getByRole('contentinfo')

const frameOf = (page: Page) => page.getByRole('main').locator('iframe[src="https://pages.example/about"]')

journey('the site is branded, which shows at once and to strangers', async ({ page, context, url }) => {
  await serveOutside(context)
  await enterSection(page, url, 'other', 'branding')
  await field(page, 'System name').fill('')
  await field(page, 'Logo').fill('http://pictures.example/harbour.png')
  await page.keyboard.press('Control+s')
  await page.getByText('Enter a name').waitFor()
  await page.getByText('Enter an https address, or a path that starts with /').waitFor()
  await field(page, 'System name').fill('Harbour')
  await field(page, 'Logo').fill('https://pictures.example/harbour.png')
  await page.locator('figure img[src="https://pictures.example/harbour.png"]').waitFor()
  await page.keyboard.press('Control+s')
  await brandOf(page).getByText('Harbour').waitFor()
  await brandOf(page).locator('img[src="https://pictures.example/harbour.png"]').waitFor()
  assert.match(await page.title(), /· Harbour$/)

  await goTo(page, 'Footer')
  await field(page, 'Footer').fill('Harbour **since 1871**')
  await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'since 1871' }).waitFor()
  await save(page)
  await goTo(page, 'Home page')
  await field(page, 'Home page').fill('# Welcome ashore')
  await save(page)
  await goTo(page, 'About')
  await field(page, 'About').fill('https://pages.example/about')
  await page.getByText('After saving, visitors see this page in a frame.').waitFor()
  await page.getByRole('link', { name: 'Open pages.example in a new tab' }).waitFor()
  assert.equal(await frameOf(page).count(), 0, 'the policy of this document does not name the page yet')
  await save(page)
  await goTo(page, 'Notice')
  await field(page, 'Notice').fill('The crane **rests** tonight')
  await save(page)
  await page.getByRole('dialog').getByText('The crane rests tonight').waitFor()
  await page.getByRole('dialog').getByText('Close', { exact: true }).click()

  const everywhere = async (visitor: Page) => {
    const links = visitor.getByRole('navigation', { name: 'Main menu' })
    await links.getByRole('link', { name: 'Home' }).click()
    await visitor.getByRole('heading', { name: 'Welcome ashore' }).waitFor()
    await footerOf(visitor).locator('strong', { hasText: 'since 1871' }).waitFor()
    await links.getByRole('link', { name: 'About' }).click()
    await frameOf(visitor).contentFrame().getByRole('heading', { name: 'Our own page' }).waitFor()
    assert.equal(
      await frameOf(visitor).getAttribute('sandbox'),
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    )
  }
  await everywhere(page)

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(url)
  await page.getByRole('dialog').getByText('The crane rests tonight').waitFor()
  await page.getByRole('dialog').getByText('Close', { exact: true }).click()
  await brandOf(page).getByText('Harbour').waitFor()
  await everywhere(page)
})

/** Every way to run something that a browser offers to whoever writes HTML. */
const attack = (place: string) =>
  [
    `Harmless words in ${place}`,
    `<script>ran('${place} script')</script>`,
    `<img src="/nothing.png" onerror="ran('${place} image')">`,
    `<svg onload="ran('${place} svg')"><script>ran('${place} svg script')</script><a href="javascript:ran('svg link')">x</a></svg>`,
    `<iframe srcdoc="<script>parent.ran('${place} frame')</script>"></iframe>`,
    `<details open ontoggle="ran('${place} toggle')">x</details><object data="javascript:ran('${place} object')"></object>`,
    `<a href="javascript:ran('${place} link')">Press ${place}</a> [Press too](javascript:ran('${place}-markdown'))`,
    `<math><mtext></p><style><img src=x onerror="ran('${place} nested')"></style></mtext></math>`,
  ].join(' ')

journey('what is stored runs nowhere, and nothing even tries', async ({ page, context, url, server }) => {
  const events: string[] = []
  await context.exposeFunction('ran', (what: string) => events.push(`ran: ${what}`))
  await context.exposeFunction('blocked', (what: string) => events.push(`blocked: ${what}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      // The function that the journey put there.
      (window as unknown as { blocked(what: string): void }).blocked(`${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })
  await context.route('https://pictures.example/logo.svg', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"><script>ran("logo")</script></svg>',
    }),
  )
  await setOptions(server, {
    SystemName: attack('name'),
    Logo: 'https://pictures.example/logo.svg',
    Footer: attack('footer'),
    Notice: attack('notice'),
    HomePageContent: attack('home'),
    About: attack('about'),
  })
  const { store, clock } = server.deps
  await server.given.user({ username: 'mallory' })
  for (const username of ['mallory', 'root'])
    await store
      .updateTable('users')
      .set({ display_name: attack('person') })
      .where('username', '=', username)
      .execute()
  const user = await store
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', '=', 'root')
    .executeTakeFirstOrThrow()
  const other = { event: 'option_changed', params: { key: attack('log') } } as const
  await writeLog(store, { user, type: logType.system, content: attack('log'), other, at: clock() })

  const press = async (place: Locator) => {
    for (const link of await place.getByText(/^Press/).all()) await link.click()
  }
  await page.goto(url)
  const notice = page.getByRole('dialog')
  await notice.getByText('Harmless words in notice').waitFor()
  await press(notice)
  await notice.getByText('Close', { exact: true }).click()
  await page.getByText('Harmless words in home').waitFor()
  await footerOf(page).getByText('Harmless words in footer').waitFor()
  await press(page.getByRole('main'))
  await press(footerOf(page))
  await page.goto(`${url}/about`)
  await page.getByText('Harmless words in about').waitFor()
  await press(page.getByRole('main'))

  await openSignedIn(page, url, '/token')
  await page.getByRole('banner').getByText('Harmless words in person').waitFor()
  await openSection(page, url, 'other', 'notice')
  for (const [section, place] of Object.entries({
    Notice: 'notice',
    'Home page': 'home',
    About: 'about',
    Footer: 'footer',
  })) {
    await goTo(page, section)
    await page.getByRole('region', { name: 'Preview' }).getByText(`Harmless words in ${place}`).waitFor()
    await press(page.getByRole('main'))
  }
  await page.goto(`${url}/user`)
  await page.getByRole('main').getByText('Harmless words in person').first().waitFor()
  await page.goto(`${url}/log`, { waitUntil: 'networkidle' })
  assert.deepEqual(events, [])
})

journey('an administrator who opens a tab of the super administrator is told for whom it is', async (walk) => {
  const { page, url, server } = walk
  await server.given.user({ username: 'deputy', role: role.admin })
  await openSignedIn(page, url, '/setting?tab=system', 'deputy', givenPassword)
  await page.getByText('You don’t have access to this tab').waitFor()
  assert.equal(await page.getByText('Only administrators can open it').count(), 0)
})
