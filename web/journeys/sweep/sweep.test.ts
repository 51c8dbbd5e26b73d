import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../browser.ts'
import { pageTest, resize } from '../journey.ts'
import { demoConsole, rootPassword } from './demo-console.ts'
import { drawers, openings } from './overlays.ts'
import { consolePaths, publicPaths, rowPaths } from './page-paths.ts'
import { brokenRulesOf, excessOf, misfitsOf, misfitsOfSmallScreens, visitor } from './visit.ts'

const demo = demoConsole()
const journey = pageTest()

const enter = (page: Page) => openSignedIn(page, demo().url, '/logo.svg', 'root', rootPassword)

/** Visits each page once and collects everything that is wrong with it. */
async function sweep(page: Page, paths: readonly string[]): Promise<string[]> {
  const { open } = visitor(page, demo().url)
  const problems: string[] = []
  for (const path of paths) {
    await open(path)
    // The charts are loaded last.
    if (path === '/detail') await page.locator('main svg path').first().waitFor({ state: 'attached' })
    if (await page.getByText('This page stopped working').count()) problems.push(`${path} stopped working`)
    problems.push(
      ...(rowPaths.includes(path) ? [] : await excessOf(page, path)),
      ...(await misfitsOf(page, path)),
      ...(await brokenRulesOf(page, path)),
      ...(await misfitsOfSmallScreens(page, path)),
    )
  }
  return problems
}

journey('every page for visitors loads little, fits every screen and breaks no rule of accessibility', async (page) => {
  assert.deepEqual(await sweep(page, publicPaths), [])
})

journey('so does every page of the console, with rows in its lists', async (page) => {
  await enter(page)
  assert.deepEqual(await sweep(page, [...consolePaths, ...rowPaths]), [])
})

journey('drawers fit every screen and break no rule of accessibility', async (page) => {
  await enter(page)
  const { open, show } = visitor(page, demo().url)
  const problems: string[] = []
  await open('/about')
  for (const path of drawers) {
    await resize(page, 1440)
    await show(path)
    await page.getByRole('dialog').waitFor()
    problems.push(...(await misfitsOf(page, path)), ...(await brokenRulesOf(page, path, '[role=dialog]')))
    await resize(page, 390)
    problems.push(...(await misfitsOf(page, `${path} on a phone`)))
    await show('/about')
    // The page before stays until the next one is drawn.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  assert.deepEqual(problems, [])
})

journey('menus, dialogs and popovers break no rule of accessibility', async (page) => {
  await enter(page)
  const { open, show } = visitor(page, demo().url)
  const problems: string[] = []
  await open('/about')
  for (const { path, open: press, shown, width = 1440 } of openings) {
    await resize(page, width)
    await show(path)
    await press(page)
    await page.locator(shown).first().waitFor()
    problems.push(...(await brokenRulesOf(page, `${path} ${shown}`, shown)))
    if (width === 390) problems.push(...(await misfitsOf(page, `${path} ${shown}`)))
    await page.keyboard.press('Escape') // a dialog stays open when its page is left
    await show('/about')
  }
  assert.deepEqual(problems, [])
})
