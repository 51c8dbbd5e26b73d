import { Search } from 'lucide-react'
import styles from './palette.module.css'
import { paletteText } from './palette.text.ts'
import { openPalette, paletteKeys } from './palette-state.ts'

/** Opens the command palette, and shows its keyboard shortcut. */
export function PaletteButton() {
  const t = paletteText.use()
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`${t('open')} (${paletteKeys})`}
      title={`${t('open')} (${paletteKeys})`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <Search aria-hidden />
      <span>{t('openShort')}</span>
      {/* CSS draws the keys: visible text would have to be part of the button's accessible name. */}
      <kbd data-keys={paletteKeys} aria-hidden />
    </button>
  )
}
