import type { Dividend } from '@turnpike/contract/money/agents/dividend'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { LogTime } from '../../../components/figures/log-time.tsx'
import { Money, useMoneyText } from '../../../components/figures/money.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from '../agent.module.css'
import { DividendStatus } from './dividend-state.tsx'
import { dividendsText } from './dividends.text.ts'

export function useDividendColumns(): TableColumns<Dividend> {
  const t = dividendsText.use()
  return titledColumns(t, {
    time: { width: 136, render: (_, { created_at }) => <LogTime seconds={created_at} /> },
    payer: { width: 168, ellipsis: true, render: (_, dividend) => <Payer dividend={dividend} /> },
    cause: { ellipsis: true, render: (_, dividend) => <Cause dividend={dividend} /> },
    base: { width: 112, align: 'right', render: (_, { base }) => <Money quota={base} /> },
    share: { width: 72, align: 'right', render: (_, { share }) => `${share}%` },
    dividend: { width: 184, align: 'right', render: (_, dividend) => <Worth dividend={dividend} /> },
    state: { width: 208, render: (_, dividend) => <DividendStatus dividend={dividend} /> },
  })
}

type Props = { dividend: Dividend }

function Payer({ dividend: { payer, level } }: Props) {
  const t = dividendsText.use()
  return (
    <>
      {payer}
      {level > 1 && <span className={textStyles.quietSmall}> · {t('second')}</span>}
    </>
  )
}

/** What was paid or spent; the number of somebody else's order is not shown. */
function Cause({ dividend: { cause, reference } }: Props) {
  const t = dividendsText.use()
  return (
    <>
      {t(cause)}
      {reference && (
        <span className={textStyles.quiet}>
          {' '}
          <code title={reference}>{reference}</code>
        </span>
      )}
    </>
  )
}

/** What the share is worth, and what was taken back of it. */
function Worth({ dividend: { amount, reversed, state } }: Props) {
  const t = dividendsText.use()
  const words = useMoneyText()
  const isGone = reversed === amount || state === 'refused'
  return (
    <>
      {reversed > 0 && (
        <span className={`${textStyles.quietSmall} ${styles.takenBack}`}>
          {t('back', { amount: words(reversed) })}{' '}
        </span>
      )}
      {isGone ? (
        <s className={textStyles.quiet}>
          <Money quota={amount} />
        </s>
      ) : (
        <Money quota={amount - reversed} of="credit" />
      )}
    </>
  )
}

/** A dividend on a small screen. */
export function DividendCard({ dividend }: Props) {
  const t = dividendsText.use()
  const words = useMoneyText()
  return (
    <div className={layoutStyles.card}>
      <div className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>
          <Payer dividend={dividend} />
        </strong>
        <span className={textStyles.oneLine}>
          <Worth dividend={dividend} />
        </span>
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.secondarySmall}>
          <Cause dividend={dividend} />
        </span>
        <span className={textStyles.secondarySmall}>
          {t('of', { percent: dividend.share, amount: words(dividend.base) })}
        </span>
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          <LogTime seconds={dividend.created_at} />
        </span>
        <DividendStatus dividend={dividend} />
      </div>
    </div>
  )
}
