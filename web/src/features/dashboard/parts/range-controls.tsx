import { type Granularity, granularities } from '@turnpike/contract/usage/dashboard'
import { Segmented } from 'antd'
import dayjs from 'dayjs'
import { Suspense } from 'react'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { lazyComponent } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { dashboardText } from '../dashboard.text.ts'
import { ownRange, type QuickRange, quickRanges, spanOf } from '../dashboard-range.ts'
import { type DashboardView, nowSeconds } from '../use-dashboard-view.ts'
import styles from './parts.module.css'

// The calendars are 30 kB and shown only for an own range.
const OwnRange = lazyComponent(async () => (await import('./own-range.tsx')).OwnRange)

/** The user, the range and the bars. On a phone all but the range is behind one button. */
export function RangeControls({ view }: { view: DashboardView }) {
  const t = dashboardText.use()
  const small = useSmallScreen()
  const { range, granularity } = view
  const span = spanOf(range, nowSeconds())
  const figures = view.isAdmin && (
    <Segmented<'usage' | 'profit'>
      block={small}
      aria-label={t('title')}
      value={view.isProfit ? 'profit' : 'usage'}
      options={(['usage', 'profit'] as const).map((each) => ({ value: each, label: t(each) }))}
      onChange={(chosen) => view.setProfit(chosen === 'profit')}
    />
  )
  const user = (view.isAdmin || view.seesMembers) && !view.isProfit && (
    <SearchField
      main
      className={styles.username}
      label={t(view.isAdmin ? 'username' : 'member')}
      value={view.username}
      onSearch={(text) => view.setUsername(text.trim())}
    />
  )
  const ranges = (
    <Segmented<QuickRange | 'own'>
      block={small}
      aria-label={t('range')}
      value={range.kind === 'own' ? 'own' : range.name}
      options={[...quickRanges, 'own' as const].map((name) => ({ value: name, label: t(name) }))}
      onChange={(name) =>
        view.setRange(name === 'own' ? ownRange(dayjs.unix(span.start), dayjs.unix(span.end)) : { kind: 'quick', name })
      }
    />
  )
  const days = range.kind === 'own' && (
    <Suspense fallback={<span className={styles.days} />}>
      <OwnRange view={view} />
    </Suspense>
  )
  const bars = !view.isProfit && (
    <Segmented<Granularity>
      block={small}
      aria-label={t('granularity')}
      value={granularity}
      options={granularities.map((each) => ({ value: each, label: t(each) }))}
      onChange={view.setGranularity}
    />
  )
  if (small)
    return (
      <div className={`${layoutStyles.wrappingRow} ${styles.controls}`}>
        <div className={styles.phoneRow}>
          {ranges}
          <FilterDrawer count={(view.isProfit ? 1 : 0) + (view.username ? 1 : 0)}>
            {figures}
            {user}
            {bars}
          </FilterDrawer>
        </div>
        {days}
      </div>
    )
  return (
    <div className={`${layoutStyles.wrappingRow} ${styles.controls}`}>
      {figures}
      {user}
      {ranges}
      {days}
      {bars}
    </div>
  )
}
