import type { WatchedDividend } from '@turnpike/contract/money/agents/dividend'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useRights } from '../use-rights.ts'
import { DividendState, signWords } from './dividend-state.tsx'
import type { AskedShare } from './share-acts.tsx'
import styles from './shares.module.css'
import { sharesText } from './shares.text.ts'

export type ShareHandlers = { open: (share: WatchedDividend) => void; ask: (asked: AskedShare) => void }

/** The columns of all dividends, or of the held ones: those show why they are held. */
export function useShareColumns(handlers: ShareHandlers, isReview: boolean): TableColumns<WatchedDividend> {
  const t = sharesText.use()
  const common = {
    created: { width: 104, render: (_: unknown, { created_at }: Row) => <RelativeTime seconds={created_at} /> },
    agent: {
      width: 136,
      ellipsis: true,
      render: (_: unknown, { agent }: Row) => (
        <strong className={textStyles.medium} title={agent}>
          {agent}
        </strong>
      ),
    },
    payer: {
      width: 136,
      ellipsis: true,
      render: (_: unknown, { payer }: Row) => <span title={payer}>{payer}</span>,
    },
  }
  const sum = {
    base: {
      width: 104,
      align: 'right' as const,
      render: (_: unknown, { base }: Row) => <Money quota={base} of="spend" />,
    },
    share: { width: 72, align: 'right' as const, render: (_: unknown, { share }: Row) => `${share}%` },
    dividend: {
      width: 104,
      align: 'right' as const,
      render: (_: unknown, { amount }: Row) => (
        <strong className={textStyles.medium}>
          <Money quota={amount} of="spend" />
        </strong>
      ),
    },
  }
  const cause = { ellipsis: true, render: (_: unknown, share: Row) => <Cause share={share} /> }
  const actions = actionsColumn<Row>(t('actions'), isReview ? 152 : 88, (share) => (
    <ShareActions share={share} handlers={handlers} decides={isReview} />
  ))
  if (isReview)
    return titledColumns(
      t,
      { ...common, signs: { ellipsis: true, render: (_: unknown, { signs }: Row) => <Signs signs={signs} /> }, ...sum },
      actions,
    )
  return titledColumns(
    t,
    {
      ...common,
      cause,
      ...sum,
      reversed: {
        width: 104,
        align: 'right',
        render: (_: unknown, { reversed }: Row) => <Reversed quota={reversed} />,
      },
      state: { width: 128, render: (_: unknown, { state }: Row) => <DividendState state={state} /> },
    },
    actions,
  )
}
type Row = WatchedDividend

const Reversed = ({ quota }: { quota: number }) =>
  quota === 0 ? (
    <span className={textStyles.quiet}>—</span>
  ) : (
    <span className={textStyles.problem}>
      <Money quota={quota} of="spend" />
    </span>
  )

function Cause({ share: { cause, reference } }: { share: Row }) {
  const t = sharesText.use()
  return (
    <span title={reference}>
      {t(cause)} <span className={textStyles.quiet}>{reference}</span>
    </span>
  )
}

/** Why a share is held, in short; the explanation is on hover and in the drawer. */
function Signs({ signs }: Pick<Row, 'signs'>) {
  const t = sharesText.use()
  return (
    <span className={styles.signs}>
      {signs.map((sign) => (
        <span key={sign} className={styles.sign} title={t(signWords[sign].text)}>
          {t(signWords[sign].name)}
        </span>
      ))}
    </span>
  )
}

type CellProps = { share: Row; handlers: ShareHandlers }

/** Nobody decides about an own share. `decides`: there is room for the decisions, which the drawer has too. */
function ShareActions({ share, handlers, decides = true }: CellProps & { decides?: boolean }) {
  const t = sharesText.use()
  const { userId } = useRights()
  const isOwn = share.agent_id === userId
  if (share.state !== 'held' || isOwn || !decides)
    return <QuietButton onClick={() => handlers.open(share)}>{t('details')}</QuietButton>
  return (
    <span className={layoutStyles.rowActions}>
      <QuietButton onClick={() => handlers.ask({ share, act: 'release' })}>{t('release')}</QuietButton>
      <QuietButton onClick={() => handlers.ask({ share, act: 'refuse' })}>{t('refuse')}</QuietButton>
    </span>
  )
}

/** A dividend on a small screen. */
export function ShareCard({ share, handlers }: CellProps) {
  const t = sharesText.use()
  const { agent, payer, amount, reversed, state, signs, created_at } = share
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{agent}</strong>
        <DividendState state={state} />
      </header>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.ellipsis}>{payer}</span>
        <strong className={textStyles.medium}>
          <Money quota={amount} of="spend" />
        </strong>
      </div>
      {reversed > 0 && (
        <div className={layoutStyles.cardLine}>
          <span className={textStyles.quiet}>{t('reversed')}</span>
          <Reversed quota={reversed} />
        </div>
      )}
      {signs.length > 0 && <Signs signs={signs} />}
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          {t(share.cause)} · <RelativeTime seconds={created_at} />
        </span>
        <ShareActions share={share} handlers={handlers} />
      </footer>
    </article>
  )
}
