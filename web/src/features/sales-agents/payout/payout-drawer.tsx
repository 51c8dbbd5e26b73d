import type { AgentSelf } from '@turnpike/contract/money/agents/agent-api'
import { type PayoutMethod, payoutBounds } from '@turnpike/contract/money/agents/withdrawal'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { OwnerDialog } from '../../../components/owner/owner-dialog.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import textStyles from '../../../components/style/text.module.css'
import { ConfirmPayout } from './confirm-payout.tsx'
import styles from './payout.module.css'
import { payoutText } from './payout.text.ts'
import { smallestPayout } from './payout-sum.ts'
import { type Payout, usePayout, usePayoutMethods, usePayoutName } from './use-payout.ts'

type PayoutDrawerProps = { self: AgentSelf; onClosed: () => void }

/** Asks for a payout of final earnings: amount, method and its account, then a last look at all of them. */
export function PayoutDrawer({ self, onClosed }: PayoutDrawerProps) {
  const t = payoutText.use()
  const methods = usePayoutMethods()
  if (methods.data && methods.data.length > 0)
    return <PayoutForm self={self} methods={methods.data} onClosed={onClosed} />
  return (
    <SideDrawer title={t('title')} onClosed={onClosed}>
      <SectionState query={methods} lines={4}>
        {() => <EmptyState title={t('noMethodTitle')} text={t('noMethodText')} />}
      </SectionState>
    </SideDrawer>
  )
}

function PayoutForm({ self, methods, onClosed }: PayoutDrawerProps & { methods: readonly PayoutMethod[] }) {
  const t = payoutText.use()
  const words = useAmountWords()
  const closing = useRef(() => {})
  const [isAsking, setAsking] = useState(false)
  const payout = usePayout(self, methods, () => {
    setAsking(false)
    closing.current()
  })
  const { sum, amountProblem } = payout
  return (
    <>
      <FormDrawer
        title={t('title')}
        holdsInput={payout.holdsInput}
        closing={closing}
        verb={t('continue')}
        summary={sum && !amountProblem && t('summary', { amount: words(sum.arrives) })}
        onSubmit={() => setAsking(payout.check())}
        onClosed={onClosed}
      >
        <AmountField self={self} payout={payout} />
        <Sum self={self} payout={payout} />
        <AccountFields methods={methods} payout={payout} />
      </FormDrawer>
      {isAsking && <ConfirmPayout payout={payout} onCancel={() => setAsking(false)} />}
      <OwnerDialog />
    </>
  )
}

type PartProps = { self: AgentSelf; payout: Payout }

function AmountField({ self: { earnings, terms }, payout }: PartProps) {
  const t = payoutText.use()
  const words = useAmountWords()
  const minimum = smallestPayout(terms)
  const available = words(earnings.available)
  return (
    <QuotaField
      label={t('amount')}
      value={payout.amount}
      onChange={payout.setAmount}
      problem={payout.amountProblem}
      help={
        terms.withdrawal_min > 0
          ? t('atLeast', { amount: available, minimum: words(minimum) })
          : t('available', { amount: available })
      }
      beside={
        <span className={styles.presets}>
          <Button onClick={() => payout.setAmount(earnings.available)}>{t('all')}</Button>
          {terms.withdrawal_min > 0 && minimum < earnings.available && (
            <Button onClick={() => payout.setAmount(minimum)}>{t('minimum')}</Button>
          )}
        </span>
      }
    />
  )
}

/** The arithmetic of what arrives. */
function Sum({ self: { terms }, payout: { amount, sum } }: PartProps) {
  const t = payoutText.use()
  const words = useAmountWords()
  const { withdrawal_fee, withdrawal_fee_share } = terms
  const parts = [
    withdrawal_fee_share > 0 && `${withdrawal_fee_share}%`,
    withdrawal_fee > 0 && words(withdrawal_fee),
  ].filter(Boolean)
  const shown = (quota: number | undefined) => (sum && quota !== undefined ? words(quota) : '—')
  return (
    <dl className={styles.sum} aria-label={t('sum')} aria-live="polite">
      <div>
        <dt>{t('amount')}</dt>
        <dd>{shown(amount)}</dd>
      </div>
      <div>
        <dt>{parts.length > 0 ? t('feeOf', { terms: parts.join(' + ') }) : t('fee')}</dt>
        <dd>{sum && sum.fee > 0 ? `−${words(sum.fee)}` : shown(sum?.fee)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{t('arrives')}</dt>
        <dd>{shown(sum && Math.max(0, sum.arrives))}</dd>
      </div>
    </dl>
  )
}

function AccountFields({ methods, payout }: { methods: readonly PayoutMethod[]; payout: Payout }) {
  const t = payoutText.use()
  const names = usePayoutName()
  const { method } = payout
  if (!method) return null
  return (
    <>
      <SelectField<number>
        label={t('method')}
        value={method.id}
        options={methods.map((each) => ({ value: each.id, label: names.ofMethod(each) }))}
        onChange={payout.setMethodId}
      />
      {method.fields.map((field, index) => (
        <InputField
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a method have no other name, and keep their order
          key={`${method.id}/${index}`}
          label={names.ofField(field)}
          optional={!field.required}
          problem={payout.problemOf(index)}
          maxLength={payoutBounds.value.charactersMax}
          value={payout.textOf(index)}
          onChange={(text) => payout.setText(index, text)}
        />
      ))}
      <p className={textStyles.hint}>{t('accountHelp')}</p>
    </>
  )
}
