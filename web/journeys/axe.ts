import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { drawn } from './browser.ts'

/** Whether every test runs: npm run test:long. */
export const isLongRun = process.env.TURNPIKE_TEST_LONG === '1'

/** `within`: a selector; only this part is checked. `coloursOnly`: only the contrast of colours is checked. */
export type AxeScope = { within?: string; coloursOnly?: boolean }

/**
 * The rules of axe-core that the page breaks: names, contrast, roles, order. Frames of other sites are left out. The rule about
 * the size of targets takes a third of the time, and the sweep has a stricter one: it is left to the long run.
 */
export async function brokenRules(page: Page, { within, coloursOnly = false }: AxeScope = {}): Promise<string[]> {
  if (!within) await page.locator('h1').first().waitFor({ state: 'attached' }) // some pages lead on to another
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([part, isColoursOnly, hasTargetRule]) => {
      // Colours that change slowly are measured half-way.
      for (const animation of document.getAnimations()) {
        const isEndless = animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY
        if (!isEndless) animation.finish()
      }
      const { violations } = await window.axe.run(
        { ...(part && { include: [part] }), exclude: ['iframe'] },
        {
          resultTypes: ['violations'], // rules that pass are not listed
          ...(isColoursOnly
            ? { runOnly: ['color-contrast'] }
            : { rules: { 'target-size': { enabled: hasTargetRule } } }),
        },
      )
      // A menu belongs to its button, but Ant draws it at the end of the document, outside of every landmark.
      const popups = '.ant-dropdown, .ant-popover'
      const isPopup = (selector: string) => {
        const element = document.querySelector(selector)
        return element?.closest(popups) || element?.querySelector(popups)
      }
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ target }) => id !== 'region' || !isPopup(String(target[0])))
          .map(({ html }) => `${id}: ${html.slice(0, 200)}`),
      )
    },
    [within, coloursOnly, isLongRun] as const,
  )
}

/** Checks a state that a journey reached, in the long run: in the quick one the sweep checks each page and overlay once. */
export async function assertAccessible(page: Page, where = page.url(), scope: AxeScope = {}) {
  if (isLongRun) assert.deepEqual(await brokenRules(page, scope), [], where)
}

/**
 * The broken rules in the light, and the contrast in the dark: only colours differ. The theme is switched once, without a reload,
 * and stays: to switch it takes as long as to draw the page.
 */
export async function brokenRulesInBothThemes(page: Page, within?: string): Promise<string[]> {
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark')
  const broken: string[] = []
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    await drawn(page) // in the second frame, colours that change slowly have begun to
    const found = await brokenRules(page, { within, coloursOnly: colorScheme === 'dark' })
    broken.push(...found.map((rule) => `${colorScheme}: ${rule}`))
  }
  return broken
}

export async function assertAccessibleInBothThemes(page: Page, where = page.url()) {
  if (!isLongRun) return
  const theme = await page.evaluate(() => document.documentElement.dataset.theme)
  assert.deepEqual(await brokenRulesInBothThemes(page), [], where)
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' }) // the journey goes on as it began
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
