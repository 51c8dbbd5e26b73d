import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

export async function csvFrom(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readFileSync(await download.path(), 'utf8')
}
