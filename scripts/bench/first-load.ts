import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchBrowser, openPage } from '../../web/journeys/browser.ts'
import type { Figure } from './figure.ts'
import { startServerProcess } from './server-process.ts'

/** The size of all files that a browser fetches for the sign-in page the first time, each gzipped. */
export async function firstLoad(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const server = await startServerProcess(folder)
  const browser = await launchBrowser()
  const { page } = await openPage(browser)
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const isCompressed = /woff2|png|jpe?g/.test(response.headers()['content-type'] ?? '')
    sizes.push(
      response.body().then(
        (body) => (isCompressed ? body.length : gzipSync(body).length),
        () => 0,
      ),
    )
  })
  await page.goto(`${server.url}/login`, { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true })
  return [
    { name: 'first load of /login, gzipped', value: Math.round(bytes / 100) / 10, unit: 'kB', promise: 250 },
    { name: 'first load of /login, requests', value: sizes.length, unit: 'files' },
  ]
}
