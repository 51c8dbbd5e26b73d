import type { Language } from '@turnpike/contract/errors'
import { Languages } from 'lucide-react'
import { MenuButton } from '../../../components/menu/menu-button.tsx'
import { MenuEntry } from '../../../components/menu/menu-entry.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { layoutText } from '../layout.text.ts'
import styles from './top-bar.module.css'

/** Each language is named in itself, so that users find theirs while another one is set. */
export const languageNames: Record<Language, string> = { zh: '中文', en: 'English' }
export const languages = Object.keys(languageNames) as Language[]

export function LanguageMenu() {
  const t = layoutText.use()
  const spoken = language.use()
  const content = (
    <>
      <Languages aria-hidden />
      <span className={styles.languageName}>{languageNames[spoken]}</span>
    </>
  )
  return (
    <MenuButton label={`${t('language')}: ${languageNames[spoken]}`} content={content} className={styles.quiet}>
      {languages.map((each) => (
        <MenuEntry key={each} checked={each === spoken} onSelect={() => language.set(each)}>
          {languageNames[each]}
        </MenuEntry>
      ))}
    </MenuButton>
  )
}
