import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { openPalette } from '../../../lib/browser/palette-state.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from './settings-search.module.css'

const searchText = dictionary({ search: ['Search settings or choose a task', '搜索设置或选择任务'] })

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Looks like the search of a list, and opens the palette on the settings; `/` does the same. */
export function SettingsSearch() {
  const t = searchText.use()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      openPalette('settings')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <button type="button" className={styles.search} aria-haspopup="dialog" onClick={() => openPalette('settings')}>
      <Search aria-hidden />
      <span>{t('search')}</span>
    </button>
  )
}
