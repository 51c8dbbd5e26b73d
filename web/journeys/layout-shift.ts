import type { Page } from 'playwright-core'

declare global {
  interface Window {
    layoutShift?: number
  }
}

/** Measures from now on how far pages move while they load, as browsers do. */
export const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.layoutShift = (window.layoutShift ?? 0) + entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const layoutShift = (page: Page) => page.evaluate(() => window.layoutShift ?? 0)
