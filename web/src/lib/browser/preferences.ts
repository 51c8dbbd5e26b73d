import type { Language } from '@turnpike/contract/errors'
import { pageSizes } from '@turnpike/contract/page-sizes'
import { languages } from '../../languages/languages.ts'
import { stored } from './stored.ts'

/** Chinese unless another language was chosen, here or in the browser's settings. Consoles of this product family share the key. */
export const chosenLanguage = stored<string>('i18nextLng', (text) => {
  if (text !== null && Object.hasOwn(languages, text)) return text
  const browser = navigator.language.slice(0, 2)
  return Object.hasOwn(languages, browser) ? browser : 'zh'
})

const baseOf = (chosen: string): Language => languages[chosen]?.base ?? 'zh'

/** The base language of the chosen one: texts are in it before they are translated, and so are the server's messages. */
export const language = {
  get: () => baseOf(chosenLanguage.get()),
  use: () => baseOf(chosenLanguage.use()),
  set: (chosen: Language) => chosenLanguage.set(chosen),
}

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
