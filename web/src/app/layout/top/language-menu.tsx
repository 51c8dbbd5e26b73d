import { Languages } from 'lucide-react'
import { MenuButton } from '../../../components/menu/menu-button.tsx'
import { MenuEntry } from '../../../components/menu/menu-entry.tsx'
import { languages } from '../../../languages/languages.ts'
import { chosenLanguage } from '../../../lib/browser/preferences.ts'
import { chooseLanguage } from '../../../lib/text/chosen-language.ts'
import { layoutText } from '../layout.text.ts'
import styles from './top-bar.module.css'

export function LanguageMenu() {
  const t = layoutText.use()
  const chosen = chosenLanguage.use()
  const name = languages[chosen]?.name
  const content = (
    <>
      <Languages aria-hidden />
      <span className={styles.languageName}>{name}</span>
    </>
  )
  return (
    <MenuButton label={`${t('language')}: ${name}`} content={content} className={styles.quiet}>
      {Object.entries(languages).map(([each, { name }]) => (
        <MenuEntry key={each} checked={each === chosen} onSelect={() => chooseLanguage(each)}>
          {name}
        </MenuEntry>
      ))}
    </MenuButton>
  )
}
