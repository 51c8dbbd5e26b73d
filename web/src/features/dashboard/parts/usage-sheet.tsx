import type { Granularity } from '@turnpike/contract/usage/dashboard'
import { Segmented } from 'antd'
import { useMemo } from 'react'
import { Tick } from '../../../components/fields/tick.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { paletteOf } from '../../../theme/roles.ts'
import { useScheme } from '../../../theme/scheme.ts'
import { stackedOption } from '../chart/chart-option.ts'
import { dashboardText } from '../dashboard.text.ts'
import { type Measure, measures, type Series } from '../usage.ts'
import { useAmount } from '../use-amount.ts'
import styles from './parts.module.css'
import { UsageTable } from './usage-table.tsx'

const Chart = lazyPart(async () => (await import('../chart/chart.tsx')).Chart)

type UsageSheetProps = {
  series: Series[]
  buckets: readonly number[]
  granularity: Granularity
  measure: Measure
  onMeasure: (measure: Measure) => void
  isTable: boolean
  onTable: (on: boolean) => void
}

const titles = { spend: 'spendByModel', calls: 'callsByModel', tokens: 'tokensByModel' } as const

/** A measure over time by model, as bars or as a table. */
export function UsageSheet(props: UsageSheetProps) {
  const { series, buckets, granularity, measure, onMeasure, isTable, onTable } = props
  const t = dashboardText.use()
  const { inQuota } = useQuotaRate()
  const amount = useAmount()
  const scheme = useScheme()
  const small = useSmallScreen()
  const option = useMemo(
    () => stackedOption({ series, buckets, granularity, measure, amount, palette: paletteOf(scheme) }),
    [series, buckets, granularity, measure, amount, scheme],
  )
  const title = t(titles[measure])
  const labels = { spend: t(inQuota ? 'quota' : 'dollars'), calls: t('calls'), tokens: t('tokens') }
  const switches = (
    <div className={styles.switches}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control */}
      <label className={styles.usageSheetTable}>
        <Tick label={t('asTable')} isTicked={isTable} onTick={() => onTable(!isTable)} />
        <span>{t('asTable')}</span>
      </label>
      <Segmented<Measure>
        size="small"
        aria-label={t('measure')}
        value={measure}
        options={measures.map((each) => ({ value: each, label: labels[each] }))}
        onChange={onMeasure}
      />
    </div>
  )
  return (
    <Sheet
      title={title}
      facts={t('zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      flush={isTable}
      extra={!small && switches}
    >
      {small && <div className={isTable ? styles.inset : undefined}>{switches}</div>}
      {!isTable && (
        <div className={styles.chart}>
          <Chart option={option} />
        </div>
      )}
      <UsageTable
        title={title}
        series={series}
        buckets={buckets}
        granularity={granularity}
        measure={measure}
        isUnseen={!isTable}
      />
    </Sheet>
  )
}
