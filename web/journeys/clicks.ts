import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** The most clicks that an everyday task may need. Typing is free. */
const mostClicks = 5

const counters = new WeakMap<Page, { clicks: number }>()

/** Walks through a task, and refuses it if the mouse was pressed too often. Returns the number of clicks. */
export async function fewClicks(page: Page, task: string, walk: () => Promise<void>): Promise<number> {
  const counter = counters.get(page) ?? (await countClicks(page))
  const before = counter.clicks
  await walk()
  const clicks = counter.clicks - before
  assert.ok(clicks <= mostClicks, `${task}: ${clicks} clicks, at most ${mostClicks}`)
  return clicks
}

async function countClicks(page: Page) {
  const counter = { clicks: 0 }
  counters.set(page, counter)
  await page.exposeBinding('countClick', () => {
    counter.clicks += 1
  })
  const listen = () => document.addEventListener('pointerdown', () => globalThis.countClick(), { capture: true })
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return counter
}

declare global {
  var countClick: () => void
}
