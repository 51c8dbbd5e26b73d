import { Search } from 'lucide-react'
import { openPalette, paletteKeys } from '../../lib/browser/palette-state.ts'
import { layoutText } from '../layout/layout.text.ts'
import styles from './palette-button.module.css'

/** Opens the command palette, and shows its keyboard shortcut where there is room. */
export function PaletteButton() {
  const t = layoutText.use()
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`${t('search')} (${paletteKeys})`}
      title={`${t('search')} (${paletteKeys})`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openPalette()}
    >
      <Search aria-hidden />
      <span>{t('searchShort')}</span>
      {/* CSS draws the keys: visible text would have to be part of the button's accessible name. */}
      <kbd data-keys={paletteKeys} aria-hidden />
    </button>
  )
}
