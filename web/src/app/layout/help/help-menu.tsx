import { CircleHelp } from 'lucide-react'
import { MenuButton } from '../../../components/menu/menu-button.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { layoutText } from '../layout.text.ts'
import styles from '../top/top-bar.module.css'

// Lazy: the menu is rarely open.
export const HelpEntries = lazyPart(async () => (await import('./help-entries.tsx')).HelpEntries)

/** "?" in the top bar: where to read on, and where to ask. */
export function HelpMenu() {
  const t = layoutText.use()
  return (
    <MenuButton label={t('help')} content={<CircleHelp aria-hidden />} className={styles.icon ?? ''}>
      <HelpEntries />
    </MenuButton>
  )
}
