import type { Page } from 'playwright-core'

type PageWeight = {
  /** kB of scripts. */
  scripts: number
  /** kB of all files. */
  files: number
}

/**
 * What the first visit of the open page loads, in kB as the server sends it: compressed with Brotli. Calls are not files, and the pictures
 * of the handbook are loaded while it is read.
 */
export const pageWeight = (page: Page): Promise<PageWeight> =>
  page.evaluate(() => {
    const entries = [
      ...(performance.getEntriesByType('navigation') as PerformanceResourceTiming[]),
      ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
    ]
    const paths = new Map(entries.map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize]))
    const sizes = [...paths].filter(([path]) => !/^\/api\/|\.webp$/.test(path))
    const sum = (files: [string, number][]) => files.reduce((total, [, size]) => total + size, 0) / 1000
    return { scripts: sum(sizes.filter(([path]) => path.endsWith('.js'))), files: sum(sizes) }
  })
