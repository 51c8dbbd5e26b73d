import { useLayoutEffect } from 'react'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useRoute } from '../../use-route.ts'
import { sideText } from '../side/side.text.ts'
import { type ItemKey, sideItems } from '../side/side-items.ts'
import styles from './loading.module.css'
import { loadingPages } from './loading-pages.ts'

const rows = [0, 1, 2, 3, 4, 5]
/** Pages with filters above a table. */
const lists = new Set(
  ['/channel', '/token', '/log', '/user', '/redemption', '/orders', '/midjourney', '/task'].concat(
    '/live',
    '/virtual-models',
    '/plans',
    '/subscriptions',
    '/agent/manage',
  ),
)

/** Stands in for a page while its code loads: its title, the place of its filters, and grey bars in place of the content. */
export function PageLoading() {
  const t = sideText.use()
  const route = useRoute()
  const isList = lists.has(route?.path ?? '')
  useLayoutEffect(() => {
    loadingPages.set(loadingPages.get() + 1)
    return () => loadingPages.set(loadingPages.get() - 1)
  }, [])
  const key = (Object.keys(sideItems) as ItemKey[]).find((item) => sideItems[item].path === route?.path)
  return (
    <div className={route?.frame === 'console' ? styles.page : `${styles.page} ${styles.narrow}`} aria-busy="true">
      <div className={styles.header}>
        {key ? <p className={textStyles.pageTitle}>{t(key)}</p> : <span className={styles.titleBar} />}
      </div>
      {isList && (
        <div className={styles.filters}>
          <span />
          <span />
          <span />
        </div>
      )}
      <div className={layoutStyles.framed}>
        {isList && <div className={styles.head} />}
        {rows.map((row) => (
          <div key={row} className={styles.row}>
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  )
}
