import { languages } from '../languages/languages.ts'
import type { Scheme } from '../theme/roles.ts'

/** Stylesheets choose their colours by `data-theme`. */
export function setDocumentScheme(scheme: Scheme) {
  document.documentElement.dataset.theme = scheme
}

/** Screen readers, hyphenation and the choice of Chinese glyphs depend on `lang`. */
export function setDocumentLanguage(chosen: string) {
  document.documentElement.lang = languages[chosen]?.tag ?? 'zh-CN'
}
