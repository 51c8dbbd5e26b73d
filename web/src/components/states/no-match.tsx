import { Button } from 'antd'
import { SearchX } from 'lucide-react'
import styles from './state.module.css'
import { stateText } from './state.text.ts'

type NoMatchProps = {
  /** "No channels match" */
  title: string
  /** The filters in words: "model contains “gpt-6”, group vip". */
  filters: string
  onClear: () => void
}

/** Filters are set and no row matches them. */
export function NoMatch({ title, filters, onClear }: NoMatchProps) {
  const t = stateText.use()
  return (
    <div className={styles.state}>
      <div className={styles.icon}>
        <SearchX aria-hidden />
      </div>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{filters}</p>
      <div className={styles.action}>
        <Button onClick={onClear}>{t('clearFilters')}</Button>
      </div>
    </div>
  )
}
