import type { Language } from '@turnpike/contract/errors'
import { pageSizes } from '@turnpike/contract/page-sizes'
import { createContext, useContext } from 'react'
import { languages } from '../../languages/languages.ts'
import { shownLanguage } from './shown-language.ts'
import { stored } from './stored.ts'

/** As the server sent it: the app sets the tag to the language that is shown. */
const pageTag = globalThis.document?.documentElement.lang ?? ''

/** The language of the texts. Consoles of this product family share the key. */
export const chosenLanguage = stored<string>('i18nextLng', (chosen) =>
  shownLanguage({ chosen, browser: navigator.language, page: pageTag }),
)

const baseOf = (chosen: string): Language => languages[chosen]?.base ?? 'zh'

/** The language of a part of a page that is shown in another one, such as the preview of a card. */
export const PartLanguage = createContext<Language | undefined>(undefined)

/** The base language of the chosen one: texts are in it before they are translated, and so are the server's messages. */
export const language = {
  get: () => baseOf(chosenLanguage.get()),
  use: () => {
    const chosen = chosenLanguage.use()
    return useContext(PartLanguage) ?? baseOf(chosen)
  },
  set: (chosen: Language) => chosenLanguage.set(chosen),
}

/** The page that opens after a sign-in: the usual one, or the overview for administrators. */
export type StartPage = 'usual' | 'overview'
export const startPage = stored<StartPage>('start-page', (text) => (text === 'overview' ? text : 'usual'))

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
