import type { Page } from 'playwright-core'

export const password = 'a-first-password'

export const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
