import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import type { Page } from 'playwright-core'
import { type Look, openSignedIn } from '../browser.ts'
import { journeys, pageTest, resize, type Walk } from '../journey.ts'
import { demoConsole, rootPassword } from './demo-console.ts'
import { drawers, openings } from './overlays.ts'
import { consolePaths, publicPaths, rowPaths } from './page-paths.ts'
import { brokenRulesOf, excessOf, misfitsOf, visitor } from './visit.ts'

const demo = demoConsole()
const withDemo = pageTest()
const journey = journeys(() => ({ INITIAL_ROOT_PASSWORD: rootPassword }))

const phone: Look = { language: 'zh', theme: 'dark', width: 390 }

/** Opens each page on a screen of this width and collects what is wrong with it. */
async function sweep(page: Page, url: string, paths: readonly string[], width: number): Promise<string[]> {
  const { open } = visitor(page, url, width)
  const problems: string[] = []
  for (const path of paths) {
    await open(path)
    if (await page.getByText(/This page stopped working|页面出错了/).count()) problems.push(`${path} stopped working`)
    const broken = await brokenRulesOf(page, path)
    // On a phone axe-core measures what a fixed bar leaves of the row below it; `misfitsOf` measures the whole target.
    const isOurs = (rule: string) => width > 600 || !rule.includes('target-size')
    problems.push(...(await misfitsOf(page, path)), ...broken.filter(isOurs))
    if (!rowPaths.includes(path)) problems.push(...(await excessOf(page, path)))
  }
  return problems
}

/** Without a token the chat moves on to the tokens. */
async function givenToken({ server }: Walk) {
  const client = server.client()
  await client.signIn('root', rootPassword)
  const { response } = await client.call(tokenApi.create, { body: { name: 'key', unlimited_quota: true } })
  assert.ok(response.success)
}

for (const [where, look] of [
  ['', {}],
  [' on a phone, in Chinese', phone],
] as const) {
  journey(
    `every page of an empty installation loads little, fits and breaks no rule${where}`,
    async (walk) => {
      const { page, url } = walk
      const { width = 1440 } = look as Look
      await givenToken(walk)
      const problems = await sweep(page, url, publicPaths, width)
      await openSignedIn(page, url, '/logo.svg', 'root', rootPassword)
      problems.push(...(await sweep(page, url, consolePaths, width)))
      assert.deepEqual(problems, [])
    },
    look,
  )
}

withDemo(
  'every page with rows fits and breaks no rule when a phone opens it, in Chinese',
  async (page) => {
    await openSignedIn(page, demo().url, '/logo.svg', 'root', rootPassword)
    assert.deepEqual(await sweep(page, demo().url, [...consolePaths, ...rowPaths], 390), [])
  },
  phone,
)

withDemo('a page breaks no rule below a drawer, a menu or a dialog', async (page) => {
  await openSignedIn(page, demo().url, '/logo.svg', 'root', rootPassword)
  const { open } = visitor(page, demo().url)
  const problems: string[] = []
  for (const path of drawers) {
    await open(path)
    await page.getByRole('dialog').waitFor()
    problems.push(...(await brokenRulesOf(page, path)))
  }
  for (const { path, open: press, shown, width = 1440 } of openings) {
    await open(path)
    await resize(page, width)
    await press(page)
    await page.locator(shown).first().waitFor()
    problems.push(...(await brokenRulesOf(page, `${path} ${shown}`)))
  }
  assert.deepEqual(problems, [])
})
