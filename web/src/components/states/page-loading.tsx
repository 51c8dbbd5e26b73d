import { dictionary, useText } from '../../lib/text/text.ts'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import styles from './page-loading.module.css'

const loadingText = dictionary({ en: { loading: 'Loading' }, zh: { loading: '加载中' } })

/** In place of a page whose code is on its way; the delay keeps a fast one from flashing it. */
export function PageLoading() {
  const t = useText(loadingText)
  if (!useDelayed(150)) return null
  return (
    <div className={styles.page} role="status" aria-label={t('loading')}>
      <div className={styles.title} />
      <div className={styles.rows} />
    </div>
  )
}
