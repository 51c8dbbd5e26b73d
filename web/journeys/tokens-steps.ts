import type { Page } from 'playwright-core'

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
