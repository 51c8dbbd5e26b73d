import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { ConsoleResponse } from '@turnpike/contract/console-response'
import type { SignedIn } from '@turnpike/contract/identity/user'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** The headless shell draws no window around a page: a journey takes a third less CPU time in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * Chromium reads only the last list of features, so the list repeats those that Playwright disables. The others are the
 * suggestions of the address bar: two web pages of the browser in every window, which take as long to load as ours.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

function findChromium(): string {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name)
  throw new Error('no Chromium found: run npm test once, or set CHROMIUM_PATH')
}

/** A real browser that connects to no other host. `isOptimising`: it optimises code as it does for people. */
export const launchBrowser = ({ isOptimising = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // No page lives long enough for optimised code to pay off: optimising takes a tenth of the CPU time of its renderer.
      ...(isOptimising ? [] : ['--js-flags=--no-turbofan --no-maglev']),
      `--disable-features=${disabledFeatures.join()}`,
    ],
  })

/** A wait that takes longer never ends; a busy machine may need half of this time. */
const hangMs = 60_000

/** `isFirstRun`: the user has not yet skipped the setup page and the first steps of a new installation. */
export type Look = { language?: 'zh' | 'en'; theme?: 'light' | 'dark'; width?: number; isFirstRun?: boolean }

/** Skips the setup page and the first steps: every server of a test is a new installation. */
function skipFirstRun() {
  try {
    for (const mark of ['setup-skipped', 'first-steps-skipped']) localStorage.setItem(mark, 'true')
  } catch {
    // A sandboxed frame of another site has no storage.
  }
}

/** Opens a page in a new context and collects its errors: a journey must end without any. */
export async function openPage(browser: Browser, look: Look = {}, options: BrowserContextOptions = {}) {
  const { language = 'en', theme, width = 1440, isFirstRun = false } = look
  const context = await browser.newContext({
    viewport: { width, height: width > 600 ? 900 : 844 },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: theme ?? 'light',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(hangMs)
  if (!isFirstRun) await context.addInitScript(skipFirstRun)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The browser itself reports every response that is not 2xx; refusals are part of some journeys.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return { page, context, complaints }
}

/** Waits two frames: a script lays out in the first, and the second draws it. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

export async function signIn(page: Page, url: string, username = 'root', password = '123456') {
  await page.goto(`${url}/login`)
  await page.getByLabel(/用户名或邮箱|Username or email/).fill(username)
  await page.getByLabel(/^(密码|Password)$/).fill(password)
  await page.keyboard.press('Enter')
}

/**
 * Opens a page as a user who signed in before: the session is requested without the form and stored as the form
 * stores it. The form itself has a journey of its own.
 */
export async function openSignedIn(page: Page, url: string, path: string, username = 'root', password = '123456') {
  const response = await page.request.post(`${url}/api/user/login`, { data: { username, password } })
  const result = (await response.json()) as ConsoleResponse<SignedIn>
  if (!result.success) throw new Error(`cannot sign in as ${username}: ${result.message}`)
  await page.goto(`${url}/logo.svg`) // the storage belongs to an address, and this document costs nothing to open
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(result.data))
  await page.goto(url + path)
}
