import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** No rule of axe-core is broken: names, contrast, roles, order. A frame of another site is not ours to judge. */
export async function assertAccessible(page: Page) {
  await page.evaluate(axe.source)
  const broken = await page.evaluate(async () => {
    const { violations } = await window.axe.run({ exclude: ['iframe'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
  assert.deepEqual(broken, [])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
