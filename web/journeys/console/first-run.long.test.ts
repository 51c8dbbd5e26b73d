import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { freshDatabase } from '../../../server/test/harness/databases.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { builtPages, startTestServer } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { type Look, openPage } from '../browser.ts'
import { assertFits } from '../journey.ts'
import { sharedBrowser } from '../shared-browser.ts'
import { upstream, withUpstream } from '../upstream.ts'
import { channelsOf, connect, key, password, paste, runCall, setPassword, type Walk } from './first-run-steps.ts'

const browser = sharedBrowser()
withUpstream()

/** A journey on a server that nobody has used yet, in a browser that has not seen it. */
function firstRun(
  name: string,
  walk: (walk: Walk) => Promise<void>,
  look: Look = {},
  env: Record<string, string> = {},
) {
  test(name, async () => {
    const database = await freshDatabase('sqlite')
    const server = await startTestServer(database.address, env, { pages: builtPages })
    const opened: Awaited<ReturnType<typeof openPage>>[] = []
    const open = async (options: BrowserContextOptions = {}) => {
      const one = await openPage(await browser(), { ...look, isFirstRun: true }, options)
      opened.push(one)
      return one.page
    }
    try {
      await walk({ page: await open(), server, url: server.url, open })
      for (const { complaints } of opened) assert.deepEqual(complaints, [])
    } finally {
      for (const { context } of opened) await context.close()
      await server.stop()
      await database.drop()
    }
  })
}

firstRun(
  'a key that the provider refuses is told where it happens, and a second try makes no second channel',
  async (walk) => {
    const { page, url, server } = walk
    await page.goto(`${url}/setup`)
    await setPassword(page)
    const refused = 'sk-refused-by-everyone-012345'
    const takeBack = upstream().faults.add({ match: { key: refused }, fault: { kind: 'status', status: 401 } })
    await paste(page, refused)
    await connect(page).click()
    await page.getByText('Nothing was saved.').waitFor()
    await page.getByText(/Test failed:/).waitFor()
    await assertAccessible(page)
    assert.deepEqual(await channelsOf(server), [])
    takeBack()

    // The key is right, and the models are listed, but the test fails: the channel is there, and is used again.
    const limited = 'sk-with-an-empty-account-0123'
    const restore = upstream().faults.add({
      match: { key: limited, path: '/v1/chat/completions' },
      fault: { kind: 'status', status: 429 },
    })
    await paste(page, limited)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('no second channel is made').waitFor()
    assert.equal((await channelsOf(server)).length, 1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('no second channel is made').waitFor()
    restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await runCall(page).waitFor()
    assert.equal((await channelsOf(server)).length, 1)

    // A call that fails shows why, and can be made again.
    const fail = upstream().faults.add({ match: { key: limited }, fault: { kind: 'status', status: 401 } })
    await runCall(page).click()
    await page.getByText('The request was refused').waitFor()
    await page.getByRole('link', { name: 'Open channels' }).last().waitFor()
    await assertAccessible(page)
    fail()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('region', { name: 'Receipt' }).waitFor()
  },
)

firstRun('a key goes to no host that was not confirmed, whatever its form', async ({ page, url }) => {
  await page.goto(`${url}/setup`)
  await setPassword(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  const field = page.getByLabel("Paste a provider's API key")
  await field.fill('export ANTHROPIC_API_KEY="sk-ant-api03-abcdefgh"')
  await page.getByText('The key will be sent to api.anthropic.com').waitFor()
  await page.getByRole('button', { name: 'Connect Anthropic Claude' }).waitFor()
  await page.getByRole('textbox', { name: 'Base URL' }).fill('not an address')
  await page.getByRole('button', { name: 'Connect Anthropic Claude' }).click()
  await page.getByText('Enter an address that begins with http:// or https://').waitFor()
  await field.fill(`sk-${'0123456789abcdef'.repeat(2)}`)
  await page.getByText('Several providers use keys like this. Choose yours.').waitFor()
  assert.equal(await page.getByText('The key will be sent to').count(), 0)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'DeepSeek', exact: true }).click()
  await page.getByText('The key will be sent to api.deepseek.com').waitFor()
  await page.getByRole('button', { name: 'Alibaba Qwen', exact: true }).click()
  await page.getByText('The key will be sent to dashscope.aliyuncs.com').waitFor()
  await field.fill('AKIAABCD1234EFGH5678')
  await page.getByText('AccessKey|SecretKey|Region').waitFor()
  assert.ok(await page.getByRole('button', { name: /^Connect/ }).isDisabled())
  assert.ok(!sent.some((body) => body.includes('sk-') || body.includes('AKIA')), 'no request had a key')
})

firstRun('the default password is skipped to, is warned about on every page, and is replaced later', async (walk) => {
  const { page, url, server } = walk
  await page.goto(`${url}/detail`)
  await page.waitForURL(`${url}/setup`)
  for (const name of ['Sign in', 'Sign up', 'Console', 'Home'])
    assert.equal(
      await page.getByRole('banner').getByRole('link', { name, exact: true }).count(),
      0,
      `no dead end: ${name}`,
    )
  await page.getByRole('button', { name: 'Skip for now and sign in with the default password' }).click()
  await page.waitForURL(`${url}/detail`)
  const banner = page.getByText('You are using the default password, which is public.')
  await banner.waitFor()
  await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor()
  await assertAccessible(page)
  await page.goto(`${url}/start`)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.waitForURL(`${url}/token`)
  await banner.waitFor()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Get started' }).click()
  await page.waitForURL(`${url}/start`)
  await page.getByRole('link', { name: "Set the administrator's password" }).click()
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('Use at least 8 characters').waitFor()
  await page.getByLabel('New password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('The passwords differ').waitFor()
  await page.getByLabel('Repeat the password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname !== '/setup')
  await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor()
  assert.equal(await banner.count(), 0)
  await server.client().signIn('root', password)
})

firstRun(
  'the sign-in page names the default sign-in while it works here, and the setup page ends with it',
  async (walk) => {
    const { page, url, open } = walk
    await page.goto(`${url}/login`)
    await page.getByText('root / 123456').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Username or email').fill('root')
    await page.getByLabel('Password', { exact: true }).fill('123456')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/start`)
    await page.getByRole('link', { name: "Set the administrator's password" }).click()
    await setPassword(page)
    await page.goto(`${url}/setup`)
    await page.getByRole('heading', { name: 'Already set up' }).waitFor()
    await assertAccessible(page)

    const visitor = await open()
    await visitor.goto(url)
    await visitor.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(new URL(visitor.url()).pathname, '/')
    await visitor.goto(`${url}/login`)
    await visitor.getByRole('button', { name: 'Sign in' }).waitFor()
    await visitor.waitForLoadState('networkidle')
    assert.equal(await visitor.getByText('123456').count(), 0)
  },
)

firstRun(
  'visitors of an installation with other accounts see its home page, and are not led to set it up',
  async (walk) => {
    const { page, url, server } = walk
    await server.given.user({ username: 'helper' })
    await page.goto(url)
    await page.getByRole('link', { name: 'Get a key' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(new URL(page.url()).pathname, '/')
    await page.goto(`${url}/detail`)
    await page.waitForURL(`${url}/login`)
    await page.waitForLoadState('networkidle')
    assert.equal(new URL(page.url()).pathname, '/login')
    assert.equal(await page.getByText('123456').count(), 0)
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Home' }).click()
    await page.waitForURL(`${url}/`)
    await page.goto(`${url}/setup`)
    await setPassword(page)
  },
)

firstRun(
  'from another network nothing tells of the default password, and the link in the log sets a new one',
  async ({ page: local, server, url, open }) => {
    const page = await open({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' } })
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(new URL(page.url()).pathname, '/')
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
    assert.equal(await page.getByText('123456').count(), 0)
    await page.goto(`${url}/setup`)
    await page.getByRole('heading', { name: 'Setup is not open from here' }).waitFor()
    await assertAccessible(page)
    await page.goto(`${url}/setup?code=made-up`)
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()

    const logged = () => /\/setup\?code=[\w.-]+/.exec(server.lines.join('\n'))?.[0]
    await eventually('the link is logged', async () => logged() !== undefined)
    const link = url + logged()
    await page.goto(link)
    assert.equal(
      await page.getByRole('button', { name: /Skip for now/ }).count(),
      0,
      'the default password does not work here',
    )
    await setPassword(page)
    await page.getByRole('heading', { name: 'Get started' }).waitFor()
    const later = await open({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' } })
    await later.goto(link)
    await later.getByRole('heading', { name: 'This link is not valid' }).waitFor()
    await local.goto(`${url}/setup`)
    await local.getByRole('heading', { name: 'Already set up' }).waitFor()
  },
  {},
  { TRUSTED_PROXIES: '127.0.0.1' },
)

firstRun(
  'a key that is pasted on the empty list of channels is connected on the page of the first steps',
  async (walk) => {
    const { page, url } = walk
    await page.goto(`${url}/setup`)
    await setPassword(page)
    await page.goto(`${url}/channel`)
    await page.getByLabel("Paste a provider's API key").fill(key)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${url}/start`)
    assert.equal(await page.getByLabel("Paste a provider's API key").inputValue(), key)
    assert.ok(!(await page.evaluate(() => JSON.stringify([history.state, sessionStorage, localStorage]))).includes(key))
  },
)

firstRun('no picture shows the sign-in form below the top bar of an account', async ({ page, url }) => {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username or email').fill('root')
  await page.getByLabel('Password', { exact: true }).fill('123456')
  await page.waitForLoadState('networkidle')
  // The code of the next page comes once the account is drawn, or once it would have been.
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.evaluate(() => {
    const seen = window as unknown as { mixed: number }
    seen.mixed = 0
    const look = () => {
      // React hides what it replaces until the next page is there.
      const isFormShown = document.querySelector('input[name=password]')?.checkVisibility() ?? false
      if (isFormShown && document.querySelector('[aria-label^="Account"]')) seen.mixed++
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const responded = page.waitForResponse((response) => response.url().endsWith('/api/user/login'))
  await page.keyboard.press('Enter')
  await (await responded).finished()
  // Frames in which the page has the account, and not yet the code of the next page.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise((done) => requestAnimationFrame(done))
  })
  late.resolve()
  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  assert.equal(await page.evaluate(() => (window as unknown as { mixed: number }).mixed), 0)
})

firstRun(
  'on a phone, in Chinese and in the dark, every part fits',
  async ({ page, url }) => {
    await page.goto(url)
    await page.getByRole('heading', { name: '设置管理员密码' }).waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await page.getByLabel('新密码').fill(password)
    await page.getByLabel('再次输入密码').fill(password)
    await page.getByRole('button', { name: '设置密码并登录' }).click()
    await page.getByRole('heading', { name: '开始使用' }).waitFor()
    await page.getByLabel('粘贴服务商的 API 密钥').fill(key)
    await page.getByRole('button', { name: '兼容 OpenAI 的服务' }).click()
    await page.getByRole('textbox', { name: '接口地址' }).fill(upstream().url)
    await assertFits(page)
    await assertAccessible(page)
    await page.getByRole('button', { name: '连接 兼容 OpenAI 的服务' }).click()
    await page.getByRole('button', { name: '发送首次请求' }).click()
    await page.getByRole('region', { name: '账单' }).waitFor()
    await assertFits(page)
    await assertAccessible(page)
  },
  { language: 'zh', theme: 'dark', width: 390 },
)
