import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useRoute } from '../../use-route.ts'
import { sideText } from '../side/side.text.ts'
import { type ItemKey, sideItems } from '../side/side-items.ts'
import styles from './loading.module.css'

const rows = [0, 1, 2, 3, 4, 5]

/** Stands in for a page while its code loads: its title, and grey bars in place of the content. */
export function PageLoading() {
  const t = sideText.use()
  const route = useRoute()
  const key = (Object.keys(sideItems) as ItemKey[]).find((item) => sideItems[item].path === route?.path)
  return (
    <div className={route?.frame === 'console' ? styles.page : `${styles.page} ${styles.narrow}`} aria-busy="true">
      <div className={styles.header}>
        {key ? <p className={textStyles.pageTitle}>{t(key)}</p> : <span className={styles.titleBar} />}
      </div>
      <div className={layoutStyles.framed}>
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
