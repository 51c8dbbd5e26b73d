import type { Language } from '@turnpike/contract/errors'
import type { Scheme } from '../theme/roles.ts'

/** Stylesheets choose their colours by `data-theme`. */
export function setDocumentScheme(scheme: Scheme) {
  document.documentElement.dataset.theme = scheme
}

/** Screen readers, hyphenation and the choice of Chinese glyphs depend on `lang`. */
export function setDocumentLanguage(language: Language) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}
