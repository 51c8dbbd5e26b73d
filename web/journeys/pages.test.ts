import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import type { Page } from 'playwright-core'
import { addToHours } from '../../server/src/domain/usage/logs/usage-hours.queries.ts'
import { assertAccessibleInBothThemes } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, atWidth, journeys, type Walk } from './journey.ts'
import { consolePaths, publicPaths } from './page-paths.ts'
import { pageWeight } from './page-weight.ts'
import { smallTargets } from './targets.ts'

// As an installation is once it is set up: before that every page also has the code of a warning.
const password = 'set-by-the-operator'
const journey = journeys(() => ({ INITIAL_ROOT_PASSWORD: password }))

const tablet = 768

/** kB. */
const [loginMax, pageMax] = [220, 500]
/** Of a first view: the page itself, scripts, styles, fonts, pictures and calls. Over HTTP/1.1 six of them run at a time. */
const requestsMax = 25

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

/** Without one the chat moves on to the tokens, and how much of them is there when it is weighed would be chance. */
async function givenToken({ server }: Walk) {
  const client = server.client()
  await client.signIn('root', password)
  const { answer } = await client.call(tokenApi.create, { body: { name: 'key', unlimited_quota: true } })
  assert.ok(answer.success)
}

/** Each page is opened for itself, as from a bookmark: what it needs must arrive with it. */
async function openAll(walk: Walk) {
  const { page, url } = walk
  const heavy: string[] = []
  const small: string[] = []
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.length = 0 // of the page before
    requests.push(new URL(request.url()).pathname)
  })
  const open = async (path: string) => {
    await page.goto('about:blank') // or what the page before still asks for would count for this one
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
  }
  const weigh = async (path: string) => {
    const weight = await pageWeight(page)
    if (weight >= (path === '/login' ? loginMax : pageMax)) heavy.push(`${path} is ${weight} kB`)
    if (requests.length > requestsMax) heavy.push(`${path} makes ${requests.length} requests: ${requests.join(' ')}`)
  }
  await givenCall(walk)
  await givenToken(walk)
  for (const path of publicPaths) {
    await open(path)
    await assertFits(page)
    await weigh(path)
    small.push(...(await smallTargets(page)))
    await assertAccessibleInEnglish(page)
  }
  await openSignedIn(page, url, '/logo.svg', 'root', password)
  for (const path of consolePaths) {
    await open(path)
    if (path === '/detail') await page.locator('main svg path').first().waitFor({ state: 'attached' })
    assert.equal(await page.getByText(/This page stopped working|页面出错了/).count(), 0, path)
    await assertFits(page)
    await weigh(path)
    small.push(...(await smallTargets(page)))
    await atWidth(page, tablet, () => assertFits(page, `${path} on a tablet`))
    await assertAccessibleInEnglish(page)
  }
  assert.deepEqual({ heavy, small }, { heavy: [], small: [] })
}

async function assertAccessibleInEnglish(page: Page) {
  if (await page.locator('html[lang=en]').count()) await assertAccessibleInBothThemes(page)
}

journey('every page opens for itself without a complaint, and fits', openAll)
journey('and on a phone, in Chinese and in the dark', openAll, { language: 'zh', theme: 'dark', width: 390 })
