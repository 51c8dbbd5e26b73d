import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

export async function csvFrom(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readFileSync(await download.path(), 'utf8')
}
