import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

const sizes = new Map<string, Promise<number>>()

/** Calls are not files, and the pictures of the handbook are loaded while it is read. */
const isNotWeighed = /^\/api\/|\.webp$/

/** The size of all files that the first visit of the open page loads, in kB, each file gzipped. */
export async function pageWeight(page: Page): Promise<number> {
  const urls = await page.evaluate(() => [
    location.href,
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ])
  const files = urls.filter((url) => !isNotWeighed.test(new URL(url).pathname))
  const weights = [...new Set(files)].map((url) => {
    const size = sizes.get(url) ?? gzippedSize(url)
    sizes.set(url, size)
    return size
  })
  return (await Promise.all(weights)).reduce((sum, size) => sum + size, 0) / 1000
}

async function gzippedSize(url: string): Promise<number> {
  const response = await fetch(url)
  const body = Buffer.from(await response.arrayBuffer())
  const isCompressed = /woff2|png|jpe?g/.test(response.headers.get('content-type') ?? '')
  return isCompressed ? body.length : gzipSync(body).length
}
