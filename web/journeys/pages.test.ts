import assert from 'node:assert/strict'
import { addToHours } from '../../server/src/domain/logs/usage-hours.queries.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys, type Walk } from './journey.ts'
import { pageWeight } from './page-weight.ts'

// As an installation is once it is set up: before that every page also has the code of a warning.
const password = 'set-by-the-operator'
const journey = journeys(() => ({ INITIAL_ROOT_PASSWORD: password }))

// The sign-in page is first: a browser counts the fonts that it has, needed or not.
const open = ['/login', '/', '/setup', '/about', '/pricing', '/register', '/reset', '/user/reset?email=a@b.cn&token=x']
const console = [
  '/start',
  '/token',
  '/task',
  '/midjourney',
  '/playground',
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

/** kB. */
const [loginMax, pageMax] = [250, 500]

/** The dashboard fetches its charts when there was a call. */
const givenCall = ({ server }: Walk) =>
  addToHours(server.deps.store, [
    {
      hour: Math.floor(Date.now() / 3_600_000) * 3600,
      user_id: 1,
      token_id: 1,
      channel_id: 1,
      model_name: 'gpt-4o',
      group: 'default',
      username: 'root',
      token_name: 'key',
      calls: 1,
      failures: 0,
      quota: 100,
      prompt_tokens: 10,
      completion_tokens: 10,
      use_seconds: 1,
      first_calls: 1,
      first_ms: 400,
    },
  ])

/** Each page is opened for itself, as from a bookmark: what it needs must arrive with it. */
async function openAll(walk: Walk) {
  const { page, url } = walk
  await givenCall(walk)
  for (const path of open) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    await assertFits(page)
    await assertLight(walk, path)
  }
  await openSignedIn(page, url, '/logo.svg', 'root', password)
  for (const path of console) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    if (path === '/detail') await page.locator('main svg path').first().waitFor({ state: 'attached' })
    assert.equal(await page.getByText(/This page stopped working|页面出错了/).count(), 0, path)
    await assertFits(page)
    await assertLight(walk, path)
  }
}

async function assertLight({ page }: Walk, path: string) {
  const weight = await pageWeight(page)
  assert.ok(weight < (path === '/login' ? loginMax : pageMax), `${path} is ${weight} kB`)
}

journey('every page opens for itself without a complaint, and fits', openAll)
journey('and on a phone, in Chinese and in the dark', openAll, { language: 'zh', theme: 'dark', width: 390 })
