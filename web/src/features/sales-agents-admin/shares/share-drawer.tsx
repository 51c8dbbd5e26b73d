import type { WatchedDividend } from '@turnpike/contract/money/agents/dividend'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { Row, RowList } from '../../../components/row-list/row-list.tsx'
import textStyles from '../../../components/style/text.module.css'
import { formatMinute } from '../../../lib/format/format-time.ts'
import styles from '../sales-agents.module.css'
import { TermsFacts } from '../terms/terms-facts.tsx'
import { useCurrent } from '../use-current.ts'
import { useRights } from '../use-rights.ts'
import { DividendState, signWords } from './dividend-state.tsx'
import type { AskedShare } from './share-acts.tsx'
import sumStyles from './shares.module.css'
import { sharesText } from './shares.text.ts'
import { findShare } from './use-shares.ts'

type ShareDrawerProps = {
  share: WatchedDividend
  onAsk: (asked: AskedShare) => void
  onClosed: () => void
}

/** One dividend: its signs of abuse, its arithmetic, and the terms that applied. */
export function ShareDrawer({ share: row, onAsk, onClosed }: ShareDrawerProps) {
  const t = sharesText.use()
  const share = useCurrent('share', row, () => findShare(row))
  const { userId } = useRights()
  const { id, state, agent_id } = share
  const isOwn = agent_id === userId
  const isHeld = state === 'held'
  return (
    <SideDrawer
      title={
        <>
          {t('title')} <span className={styles.which}>#{id}</span>
        </>
      }
      windowTitle={t('windowTitle', { id })}
      summary={isHeld && isOwn && t('ownShare')}
      onClosed={onClosed}
      buttons={({ close }) => (
        <>
          <Button onClick={close}>{t('close')}</Button>
          {isHeld && (
            <Button danger disabled={isOwn} onClick={() => onAsk({ share, act: 'refuse' })}>
              {t('refuseDots')}
            </Button>
          )}
          {isHeld && (
            <Button type="primary" disabled={isOwn} onClick={() => onAsk({ share, act: 'release' })}>
              {t('releaseDots')}
            </Button>
          )}
        </>
      )}
    >
      <div className={styles.drawer}>
        <State share={share} />
        <Signs share={share} />
        <Sum share={share} />
        <Decision share={share} />
        <FormSection title={t('termsThen')} text={t('termsThenText')}>
          <TermsFacts terms={share.terms} />
        </FormSection>
      </div>
    </SideDrawer>
  )
}

type PartProps = { share: WatchedDividend }

function State({ share }: PartProps) {
  const t = sharesText.use()
  const { state, agent, agent_id, payer, payer_id, level, cause, created_at, final_at } = share
  return (
    <section className={styles.state}>
      <Facts>
        <Fact name={t('state')}>
          <DividendState state={state} />
        </Fact>
        <Fact name={t('agent')}>
          <Link to={`/agent/manage?open=${agent_id}`}>{agent}</Link>
        </Fact>
        <Fact name={t('payer')}>
          <Link to={`/user/edit/${payer_id}`}>{payer || `#${payer_id}`}</Link>
        </Fact>
        <Fact name={t('level')}>{t(level === 1 ? 'first' : 'second')}</Fact>
        <Fact name={t('cause')}>{t(cause)}</Fact>
        <Fact name={t('reference')}>
          <Reference share={share} />
        </Fact>
        <Fact name={t('created')}>{formatMinute(created_at)}</Fact>
        <Fact name={t('finalAt')}>{formatMinute(final_at)}</Fact>
      </Facts>
    </section>
  )
}

/** The order leads to its row. */
function Reference({ share: { cause, reference } }: PartProps) {
  const number = <span className={`${textStyles.mono} ${textStyles.shrinkingAnywhere}`}>{reference || '—'}</span>
  if (cause !== 'payment' || !reference) return number
  return <Link to={`/orders?${new URLSearchParams({ keyword: reference, open: reference })}`}>{number}</Link>
}

function Signs({ share: { signs } }: PartProps) {
  const t = sharesText.use()
  return (
    <FormSection title={t('signs')} text={t('signsText')}>
      {signs.length === 0 ? (
        <p className={textStyles.quiet}>{t('noSigns')}</p>
      ) : (
        <RowList>
          {signs.map((sign) => (
            <Row key={sign} title={t(signWords[sign].name)} detail={t(signWords[sign].text)} />
          ))}
        </RowList>
      )}
    </FormSection>
  )
}

/** Base × percent, less what was taken back. */
function Sum({ share: { base, share, amount, reversed, cause } }: PartProps) {
  const t = sharesText.use()
  return (
    <FormSection title={t('sum')} text={t('sumText')}>
      <div className={sumStyles.sum}>
        <SumLine name={t(cause)} value={<Money quota={base} of="spend" />} />
        <SumLine name={t('share')} value={`× ${share}%`} />
        {reversed > 0 && <SumLine name={t('dividend')} value={<Money quota={amount} of="spend" />} />}
        {reversed > 0 && (
          <SumLine
            name={t('reversed')}
            value={
              <>
                − <Money quota={reversed} of="spend" />
              </>
            }
          />
        )}
        <SumLine isTotal name={t('dividend')} value={<Money quota={amount - reversed} of="spend" />} />
      </div>
    </FormSection>
  )
}

const SumLine = ({ name, value, isTotal = false }: { name: string; value: ReactNode; isTotal?: boolean }) => (
  <div className={sumStyles.sumLine} data-total={isTotal || undefined}>
    <span className={isTotal ? undefined : textStyles.secondary}>{name}</span>
    <span>{value}</span>
  </div>
)

function Decision({ share: { decided_by, reason } }: PartProps) {
  const t = sharesText.use()
  if (!decided_by && !reason) return null
  return (
    <FormSection title={t('decision')} text={t('decisionText')}>
      <Facts>
        <Fact name={t('decidedBy')}>{decided_by || '—'}</Fact>
        <Fact name={t('reason')}>{reason || '—'}</Fact>
      </Facts>
    </FormSection>
  )
}
