import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * No rule of axe-core is broken: names, contrast, roles, order, and the size of targets, which it checks only when asked. A frame
 * of another site is not ours to judge.
 */
export async function assertAccessible(page: Page, where = page.url(), { coloursOnly = false } = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const broken = await page.evaluate(async (isColoursOnly) => {
    // Colours that change slowly are measured half-way.
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish()
    }
    const { violations } = await window.axe.run(
      { exclude: ['iframe'] },
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
  }, coloursOnly)
  assert.deepEqual(broken, [], where)
}

/** The same in the light and in the dark: the theme follows the system's, so that nothing is loaded again. */
export async function assertAccessibleInBothThemes(page: Page, where = page.url()) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    await page.locator('h1').first().waitFor({ state: 'attached' }) // some pages lead on to another
    // Two frames: one in which the new colours are set, one in which slow ones have begun to change.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    // Only colours differ between the themes.
    await assertAccessible(page, `${where}, ${colorScheme}`, { coloursOnly: colorScheme === 'dark' })
  }
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
