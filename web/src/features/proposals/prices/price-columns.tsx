import type { PriceProposal } from '@turnpike/contract/money/price-sources'
import { formatCount } from '@turnpike/contract/quota'
import type { LongColumn } from '../../../components/data-table/long-table.tsx'
import { Money } from '../../../components/figures/money.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { PriceChange } from './price-change.tsx'
import { effectOf, riskOf } from './price-facts.ts'
import { compareLines, percentText } from './price-lines.ts'
import styles from './prices.module.css'
import { proposalsText } from './prices.text.ts'

type Cell = { proposal: PriceProposal }

export const linesOfProposal = ({ before, amounts }: PriceProposal, quotaPerUnit: number) =>
  compareLines(before, amounts, quotaPerUnit)

export function usePriceColumns(quotaPerUnit: number): readonly LongColumn<PriceProposal>[] {
  const t = proposalsText.use()
  return [
    {
      key: 'model',
      title: t('model'),
      render: (proposal) => (
        <span className={layoutStyles.shrinkingRow}>
          <span className={`${textStyles.mono} ${styles.name}`} title={proposal.model}>
            {proposal.model}
          </span>
          <RiskTag proposal={proposal} />
        </span>
      ),
    },
    {
      key: 'price',
      title: t('price'),
      width: 284,
      render: (proposal) => <PriceChange lines={linesOfProposal(proposal, quotaPerUnit)} />,
    },
    {
      key: 'change',
      title: t('change'),
      width: 80,
      align: 'right',
      render: (proposal) => <Change proposal={proposal} />,
    },
    {
      key: 'source',
      title: t('source'),
      width: 100,
      render: ({ source_name }) => (
        <span className={styles.source} title={source_name}>
          {source_name}
        </span>
      ),
    },
    {
      key: 'week',
      title: t('week'),
      width: 120,
      align: 'right',
      render: (proposal) => <Week proposal={proposal} />,
    },
    {
      key: 'effect',
      title: <span title={t('effectHelp')}>{t('effect')}</span>,
      width: 88,
      align: 'right',
      render: (proposal) => <Effect proposal={proposal} />,
    },
    {
      key: 'margin',
      title: <span title={t('marginHelp')}>{t('margin')}</span>,
      width: 112,
      align: 'right',
      render: (proposal) => <Margin proposal={proposal} />,
    },
  ]
}

/** The largest change of a part, in percent. */
export function Change({ proposal: { change } }: Cell) {
  if (change === null) return <span className={textStyles.quiet}>—</span>
  return <span>{percentText(change)}</span>
}

/** The calls of the model in the last days, and what they were charged. */
export function Week({ proposal: { effect } }: Cell) {
  const t = proposalsText.use()
  if (effect.calls === 0) return <span className={textStyles.quiet}>{t('noCalls')}</span>
  return (
    <span title={t('calls', { count: effect.calls })}>
      <Money quota={effect.quota} of="spend" /> <span className={textStyles.quiet}>· {formatCount(effect.calls)}</span>
    </span>
  )
}

export function Effect({ proposal }: Cell) {
  const effect = effectOf(proposal)
  if (proposal.effect.calls === 0) return <span className={textStyles.quiet}>—</span>
  return (
    <span>
      {effect > 0 && '+'}
      <Money quota={effect} of="spend" />
    </span>
  )
}

const figure = (percent: number) => `${Math.round(percent * 10) / 10}%`

export function Margin({ proposal: { margin } }: Cell) {
  const t = proposalsText.use()
  if (!margin)
    return (
      <span className={textStyles.quiet} title={t('unknownCost')}>
        —
      </span>
    )
  const before = margin.before === null ? undefined : figure(margin.before)
  const after = figure(margin.after)
  return (
    <span title={t('channelMargin', { name: margin.channel_name })}>
      {before !== undefined && before !== after && <span className={textStyles.quiet}>{before} → </span>}
      <span className={margin.after < 0 ? styles.bad : undefined}>{after}</span>
    </span>
  )
}

/** Names what makes a price worth a second look. */
export function RiskTag({ proposal }: Cell) {
  const t = proposalsText.use()
  const risk = riskOf(proposal)
  return risk ? <StatusTag kind="attention">{t(risk)}</StatusTag> : null
}
