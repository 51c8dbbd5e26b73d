import { formatCount } from '@turnpike/contract/quota'
import type { ModelPage, Percentiles } from '@turnpike/contract/routing/model-page'
import type { ReactNode } from 'react'
import { Money } from '../../components/figures/money.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { formatMilliseconds } from '../../lib/format/format-time.ts'
import styles from './model.module.css'
import { modelText } from './model.text.ts'

const goodRate = 99
const poorRate = 90

/** How often and how fast the model responds; administrators see the requests as well. */
export function ModelFigures({ model: { success_rate, latency, first_token, traffic } }: { model: ModelPage }) {
  const t = modelText.use()
  const p95 = (times: Percentiles | null) => times && t('p95', { time: formatMilliseconds(times.p95) })
  const tone =
    success_rate === null || success_rate >= goodRate
      ? undefined
      : success_rate >= poorRate
        ? styles.fair
        : textStyles.problem
  return (
    <div>
      <dl className={`${layoutStyles.framed} ${styles.figures}`}>
        <Figure
          name={t('successRate')}
          below={
            traffic &&
            traffic.failed + traffic.refused > 0 &&
            t('failedRefused', { failed: formatCount(traffic.failed), refused: formatCount(traffic.refused) })
          }
        >
          {success_rate === null ? '—' : <span className={tone}>{success_rate}%</span>}
        </Figure>
        <Figure name={t('latency')} below={p95(latency)}>
          {latency ? formatMilliseconds(latency.p50) : '—'}
        </Figure>
        <Figure name={t('firstToken')} below={p95(first_token)}>
          {first_token ? formatMilliseconds(first_token.p50) : '—'}
        </Figure>
        {traffic && <Figure name={t('requests')}>{formatCount(traffic.requests)}</Figure>}
        {traffic && (
          <Figure name={t('spend')}>
            <Money quota={traffic.quota} of="spend" />
          </Figure>
        )}
      </dl>
      <p className={textStyles.hintBelow}>
        {latency ? t('sample', { count: formatCount(latency.count) }) : t('quiet')}
      </p>
    </div>
  )
}

type FigureProps = { name: string; below?: ReactNode; children: ReactNode }

function Figure({ name, below, children }: FigureProps) {
  return (
    <div>
      <dt className={textStyles.hint}>{name}</dt>
      <dd className={styles.figure}>{children}</dd>
      {below && <dd className={textStyles.quietSmall}>{below}</dd>}
    </div>
  )
}
