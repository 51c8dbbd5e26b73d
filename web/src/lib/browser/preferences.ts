import type { Language } from '@turnpike/contract/errors'
import { pageSizes } from '@turnpike/contract/page-sizes'
import { stored } from './stored.ts'

const isLanguage = (text: string | null): text is Language => text === 'zh' || text === 'en'

/** Chinese unless English was chosen, here or in the browser's settings. Consoles of this product family share the key. */
export const language = stored<Language>('i18nextLng', (text) => {
  if (isLanguage(text)) return text
  const browser = navigator.language.slice(0, 2)
  return isLanguage(browser) ? browser : 'zh'
})

export type ThemeMode = 'light' | 'dark' | 'system'
export const themeMode = stored<ThemeMode>('theme-mode', (text) =>
  text === 'light' || text === 'dark' ? text : 'system',
)

export const pageSize = stored<number>(
  'page-size',
  (text) => pageSizes.find((size) => String(size) === text) ?? pageSizes[0],
)

/** null: the user never chose, so the width of the window and the administrator's default decide. */
export const sidebarCollapsed = stored<boolean | null>(
  'sidebar-collapsed',
  (text) => (text === 'true' ? true : text === 'false' ? false : null),
  (value) => (value === null ? null : String(value)),
)
