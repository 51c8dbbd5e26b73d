import { useSlowPageChange } from '../../wanted-location.ts'
import { layoutText } from '../layout.text.ts'
import styles from './loading.module.css'

/** A thin moving line below the top bar, while the code of the next page is loading. */
export function SlowPageLine() {
  const t = layoutText.use()
  if (!useSlowPageChange()) return null
  return <div role="progressbar" aria-label={t('pageLoading')} className={styles.line} />
}
