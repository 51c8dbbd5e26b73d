import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** `within`: a selector of the only part that is checked. `coloursOnly`: only the contrast of colours is checked. */
export type AxeScope = { within?: string; coloursOnly?: boolean }

/**
 * The rules of axe-core that the page breaks: names, contrast, roles, order, and the size of targets, which axe-core checks only
 * when asked. Frames of other sites are left out.
 */
export async function brokenRules(page: Page, { within, coloursOnly = false }: AxeScope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([part, isColoursOnly]) => {
      // Colours that change slowly are measured half-way.
      for (const animation of document.getAnimations()) {
        if (animation instanceof CSSTransition) animation.finish()
      }
      const { violations } = await window.axe.run(
        { ...(part && { include: [part] }), exclude: ['iframe'] },
        {
          resultTypes: ['violations'], // what is in order is not described
          ...(isColoursOnly ? { runOnly: ['color-contrast'] } : { rules: { 'target-size': { enabled: true } } }),
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
    [within, coloursOnly] as const,
  )
}

export async function assertAccessible(page: Page, where = page.url()) {
  assert.deepEqual(await brokenRules(page), [], where)
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
    await page.locator('h1').first().waitFor({ state: 'attached' }) // some pages lead on to another
    // Two frames: one in which the new colours are set, one in which slow ones have begun to change.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const found = await brokenRules(page, { within, coloursOnly: colorScheme === 'dark' })
    broken.push(...found.map((rule) => `${colorScheme}: ${rule}`))
  }
  return broken
}

export async function assertAccessibleInBothThemes(page: Page, where = page.url()) {
  assert.deepEqual(await brokenRulesInBothThemes(page), [], where)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
