import type { Page } from 'playwright-core'

export const dialog = (page: Page) => page.getByRole('dialog')

export const field = (page: Page) => dialog(page).getByRole('combobox')

export const selected = (page: Page) => dialog(page).getByRole('option', { selected: true })
