import type { Language } from '@turnpike/contract/errors'
import type { Scheme } from '../theme/roles.ts'

/** The stylesheets follow `data-theme`. */
export function announceScheme(scheme: Scheme) {
  document.documentElement.dataset.theme = scheme
}

/** Readers, hyphenation and the choice of Chinese glyphs follow `lang`. */
export function announceLanguage(language: Language) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}
