import { languages } from '../../languages/languages.ts'

type Named = {
  /** Chosen by the user and stored. */
  chosen: string | null
  /** Of the browser's settings, such as `en-GB`. */
  browser: string
  /** The default one of the installation, as the tag of the page that the server sends. */
  page: string
}

/** The language that the user chose, else that of the browser, else the default one; Chinese where the page names none. */
export function shownLanguage({ chosen, browser, page }: Named): string {
  const named = [chosen ?? '', browser.slice(0, 2), page.slice(0, 2)]
  return named.find((name) => Object.hasOwn(languages, name)) ?? 'zh'
}
