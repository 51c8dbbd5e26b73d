import type { WatchedWithdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { Button } from 'antd'
import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { FormSection } from '../../../components/form/form-section.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { Row, RowList } from '../../../components/row-list/row-list.tsx'
import { Callout } from '../../../components/states/callout.tsx'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { formatMinute } from '../../../lib/format/format-time.ts'
import styles from '../sales-agents.module.css'
import { useCurrent } from '../use-current.ts'
import { useRights } from '../use-rights.ts'
import type { AskedPayout } from './payout-acts.tsx'
import { PayoutStatus } from './payout-status.tsx'
import { payoutsText } from './payouts.text.ts'
import { useMethodName } from './use-method-name.ts'
import { findPayout, netOf, useAccount } from './use-payouts.ts'

type PayoutDrawerProps = {
  payout: WatchedWithdrawal
  onAsk: (asked: AskedPayout) => void
  onClosed: () => void
}

/** One request for a payout: what is to be paid, to which account, and what was decided. */
export function PayoutDrawer({ payout: row, onAsk, onClosed }: PayoutDrawerProps) {
  const t = payoutsText.use()
  const payout = useCurrent('payout', row, () => findPayout(row))
  const { id } = payout
  return (
    <SideDrawer
      title={
        <>
          {t('title')} <span className={styles.which}>#{id}</span>
        </>
      }
      windowTitle={t('windowTitle', { id })}
      summary={useHindrance(payout)}
      onClosed={onClosed}
      buttons={({ close }) => (
        <>
          <Button onClick={close}>{t('close')}</Button>
          <DecisionButtons payout={payout} onAsk={onAsk} />
        </>
      )}
    >
      <div className={styles.drawer}>
        <State payout={payout} />
        <Amounts payout={payout} />
        <Account payout={payout} />
        <Steps payout={payout} />
      </div>
    </SideDrawer>
  )
}

const isOpen = ({ status }: WatchedWithdrawal) => status === 'asked' || status === 'approved'

/** Why the caller cannot take the next step. */
function useHindrance(payout: WatchedWithdrawal): string | undefined {
  const t = payoutsText.use()
  const { userId, isRoot } = useRights()
  if (!isOpen(payout)) return undefined
  if (payout.agent_id === userId) return t('ownRequest')
  return payout.status === 'approved' && !isRoot ? t('rootPays') : undefined
}

function DecisionButtons({ payout, onAsk }: Omit<PayoutDrawerProps, 'onClosed'>) {
  const t = payoutsText.use()
  const { userId } = useRights()
  const hindrance = useHindrance(payout)
  if (!isOpen(payout)) return null
  const next = payout.status === 'asked' ? 'approve' : 'pay'
  return (
    <>
      <Button danger disabled={payout.agent_id === userId} onClick={() => onAsk({ payout, act: 'refuse' })}>
        {t('refuseDots')}
      </Button>
      <Button
        type="primary"
        disabled={hindrance !== undefined}
        title={hindrance}
        onClick={() => onAsk({ payout, act: next })}
      >
        {t(next)}
      </Button>
    </>
  )
}

type PartProps = { payout: WatchedWithdrawal }

function State({ payout }: PartProps) {
  const t = payoutsText.use()
  const nameOf = useMethodName()
  const { agent, agent_id, status } = payout
  return (
    <section className={styles.state}>
      <Facts>
        <Fact name={t('status')}>
          <PayoutStatus status={status} />
        </Fact>
        <Fact name={t('agent')}>
          <Link to={`/agent/manage?open=${agent_id}`} title={t('openAgent')}>
            {agent}
          </Link>
        </Fact>
        <Fact name={t('method')}>{nameOf(payout)}</Fact>
      </Facts>
    </section>
  )
}

function Amounts({ payout }: PartProps) {
  const t = payoutsText.use()
  const money = useAmountWords()
  const { agent: name, amount, fee, debt } = payout
  return (
    <FormSection title={t('amounts')} text={t('amountsText')}>
      <Facts>
        <Fact name={t('requested')}>
          <Money quota={amount} />
        </Fact>
        <Fact name={t('fee')}>
          <Money quota={fee} />
        </Fact>
        <Fact name={t('toPay')}>
          <strong className={textStyles.medium}>
            <Money quota={netOf(payout)} />
          </strong>
        </Fact>
        <Fact name={t('debt')}>
          <Money quota={debt} />
        </Fact>
      </Facts>
      {debt > 0 && <Callout tone="warning" title={t('debtTitle', { name, debt: money(debt) })} text={t('debtText')} />}
    </FormSection>
  )
}

/** The account to pay to, once it was asked for. */
function Account({ payout }: PartProps) {
  const t = payoutsText.use()
  const { isRoot } = useRights()
  const isChinese = language.use() === 'zh'
  const account = useAccount(payout)
  return (
    <FormSection title={t('account')} text={isRoot ? t('accountText') : t('rootReveals')}>
      {account.data ? (
        <RowList>
          {account.data.map(({ label, label_zh, value }) => {
            const name = isChinese ? label_zh : label
            return (
              <Row
                key={`${label} ${value}`}
                title={<span className={textStyles.shrinkingAnywhere}>{value || '—'}</span>}
                detail={name}
                actions={value && <CopyButton text={value} name={name} />}
              />
            )
          })}
        </RowList>
      ) : (
        <div>
          <Button
            icon={<Eye />}
            disabled={!isRoot}
            title={isRoot ? undefined : t('rootReveals')}
            loading={account.isPending}
            onClick={() => account.mutate()}
          >
            {t('reveal')}
          </Button>
        </div>
      )}
    </FormSection>
  )
}

function Steps({ payout }: PartProps) {
  const t = payoutsText.use()
  const { created_at, decided_at, decided_by, paid_at, paid_by, reference, reason } = payout
  const step = (at: number, name: string) => (name ? t('byName', { time: formatMinute(at), name }) : formatMinute(at))
  return (
    <FormSection title={t('steps')} text={t('stepsText')}>
      <Facts>
        <Fact name={t('time')}>{formatMinute(created_at)}</Fact>
        {decided_at > 0 && <Fact name={t('decided')}>{step(decided_at, decided_by)}</Fact>}
        {paid_at > 0 && <Fact name={t('paidAt')}>{step(paid_at, paid_by)}</Fact>}
        {reference && <Fact name={t('reference')}>{reference}</Fact>}
        {reason && <Fact name={t('reason')}>{reason}</Fact>}
      </Facts>
    </FormSection>
  )
}
