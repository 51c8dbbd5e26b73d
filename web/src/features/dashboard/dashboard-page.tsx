import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { Navigate } from 'react-router'
import { StaleLine } from '../../components/data-table/stale-line.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import styles from './dashboard.module.css'
import { dashboardText } from './dashboard.text.ts'
import { bucketsOf } from './dashboard-range.ts'
import { FigureStrip } from './parts/figure-strip.tsx'
import { ModelsSheet } from './parts/models-sheet.tsx'
import { FirstTokenSheet, SuccessSheet } from './parts/quality-sheets.tsx'
import { RangeControls } from './parts/range-controls.tsx'
import { ShareSheet } from './parts/share-sheet.tsx'
import { TopSheet } from './parts/top-sheet.tsx'
import { UsageSheet } from './parts/usage-sheet.tsx'
import { type Measure, othersCount, seriesOf, usageOf } from './usage.ts'
import { type DashboardView, useDashboardView } from './use-dashboard-view.ts'
import { useUsage } from './use-usage.ts'

const ProfitFigures = lazyPart(async () => (await import('./profit/profit-figures.tsx')).ProfitFigures)

/** Spend, requests and tokens by model over time, of the user or of all users. */
export function DashboardPage() {
  const t = dashboardText.use()
  const small = useSmallScreen()
  const view = useDashboardView()
  const query = useUsage(view)
  const { data } = query
  if (view.movedTo) return <Navigate replace to={view.movedTo} />
  const controls = <RangeControls view={view} />
  return (
    <Page
      title={t(view.isProfit ? 'profit' : 'title')}
      facts={!small && data && <RangeWords view={view} span={data.span} />}
      actions={
        <>
          {!small && controls}
          {!view.isProfit && <RefreshButton onClick={query.refetch} busy={query.isFetching} />}
        </>
      }
    >
      {small && controls}
      {view.isTooLong && (
        <p className={styles.problem} role="alert">
          {t('tooLong')}
        </p>
      )}
      {query.isError && data && <StaleLine error={query.error} onRetry={query.refetch} retrying={query.isFetching} />}
      {view.isProfit ? (
        <ProfitFigures view={view} />
      ) : query.isError && !data ? (
        <div className={styles.empty}>
          <ErrorState error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
        </div>
      ) : (
        <div className={query.isPlaceholderData ? `${styles.stack} ${styles.stale}` : styles.stack}>
          <Figures view={view} data={data} />
        </div>
      )}
    </Page>
  )
}

type Data = ReturnType<typeof useUsage>['data']

function Figures({ view, data }: { view: DashboardView; data: Data }) {
  const t = dashboardText.use()
  const [measure, setMeasure] = useState<Measure>('spend')
  const [isTable, setIsTable] = useState(false)
  const read = useMemo(() => {
    if (!data) return undefined
    const buckets = bucketsOf(data.span, data.granularity)
    return { buckets, usage: usageOf(data.rows, buckets, data.granularity) }
  }, [data])
  const othersName = t('others', { count: read ? othersCount(read.usage) : 0 })
  const series = useMemo(() => (read ? seriesOf(read.usage, measure, othersName) : []), [read, measure, othersName])
  const strip = (
    <FigureStrip
      view={view}
      usage={read?.usage}
      summary={data?.summary}
      before={data?.before}
      span={data?.span}
      now={data?.now ?? 0}
    />
  )
  if (!data || !read)
    return (
      <>
        {strip}
        <div className={`${layoutStyles.framed} ${styles.waiting}`} aria-busy="true" />
      </>
    )
  const { usage, buckets } = read
  const { granularity } = data
  const logParams = `&start_timestamp=${data.span.start}&end_timestamp=${data.span.end}`
  const ofUser = view.username ? `&username=${encodeURIComponent(view.username)}` : ''
  if (usage.models.length === 0)
    return (
      <>
        {strip}
        <div className={styles.empty}>
          <EmptyState
            title={t('emptyTitle')}
            text={t(view.isAdmin ? 'emptyAdmin' : 'emptyText')}
            action={
              <LinkButton to={view.isAdmin ? '/playground' : '/token'}>
                {t(view.isAdmin ? 'openPlayground' : 'createToken')}
              </LinkButton>
            }
          />
        </div>
      </>
    )
  return (
    <>
      {strip}
      <div className={styles.wide}>
        <UsageSheet
          series={series}
          buckets={buckets}
          granularity={granularity}
          measure={measure}
          onMeasure={setMeasure}
          isTable={isTable}
          onTable={setIsTable}
        />
        <div className={styles.cell}>
          <ShareSheet series={series} measure={measure} />
        </div>
      </div>
      <div className={styles.halves}>
        <SuccessSheet usage={usage} buckets={buckets} granularity={granularity} logParams={logParams + ofUser} />
        <div className={styles.cell}>
          <FirstTokenSheet usage={usage} />
        </div>
      </div>
      <ModelsSheet usage={usage} logParams={logParams + ofUser} />
      {view.isAdmin && !view.username && (
        <div className={styles.halves}>
          <TopSheet view={view} which="users" logParams={logParams} />
          <div className={styles.cell}>
            <TopSheet view={view} which="channels" logParams={logParams} />
          </div>
        </div>
      )}
    </>
  )
}

/** Whose calls are shown. */
function useOwnerWords({ isAdmin, seesMembers, username }: DashboardView): string {
  const t = dashboardText.use()
  if (isAdmin) return username ? t('ofUser', { name: username }) : t('allUsers')
  if (seesMembers) return username ? t('ofMember', { name: username }) : t('ofMembers')
  return t('ownUsage')
}

function RangeWords({ view, span }: { view: DashboardView; span: NonNullable<Data>['span'] }) {
  const t = dashboardText.use()
  const format = view.range.kind === 'quick' && view.range.name === '24h' ? 'MM-DD HH:mm' : 'MM-DD'
  const start = dayjs.unix(span.start).format(format)
  const owner = useOwnerWords(view)
  const range =
    view.range.kind === 'quick'
      ? t('untilNow', { start })
      : t('fromTo', { start, end: dayjs.unix(span.end).format(format) })
  return `${owner} · ${range}`
}
