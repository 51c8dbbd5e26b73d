import { useLocation } from 'react-router'
import { dictionary } from '../../lib/text/text.ts'
import { PageTabs } from '../page/page-tabs.tsx'
import styles from './price-tabs.module.css'

const tabsText = dictionary({
  tabs: ['Prices', '价格'],
  book: ['Schedule & import', '定时与导入'],
})

const paths = { prices: '/prices', book: '/price-book' } as const

/** The pages of prices: those in force, and those with a date or from a list. */
export function PriceTabs() {
  const t = tabsText.use()
  const { pathname } = useLocation()
  return (
    <div className={styles.tabs}>
      <PageTabs
        label={t('tabs')}
        tabs={(['prices', 'book'] as const).map((name) => ({
          query: paths[name],
          text: t(name),
          isCurrent: pathname === paths[name],
        }))}
      />
    </div>
  )
}
