import { isTextWithin } from '@turnpike/contract/bounds'
import { payoutBounds, type WatchedWithdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { useState } from 'react'
import { InputField } from '../../../components/fields/input-field.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { ReasonDialog } from '../../../components/overlay/reason-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import textStyles from '../../../components/style/text.module.css'
import { payoutsText } from './payouts.text.ts'
import { useMethodName } from './use-method-name.ts'
import { netOf, usePayoutAct } from './use-payouts.ts'

/** What an administrator is about to do with a request for a payout. */
export type AskedPayout = { payout: WatchedWithdrawal; act: 'approve' | 'refuse' | 'pay' }

type PayoutActsProps = { asked: AskedPayout; onClose: () => void }

/** The dialog before an act. */
export function PayoutActs({ asked: { payout, act }, onClose }: PayoutActsProps) {
  if (act === 'approve') return <ApproveDialog payout={payout} onClose={onClose} />
  if (act === 'refuse') return <RefuseDialog payout={payout} onClose={onClose} />
  return <PayDialog payout={payout} onClose={onClose} />
}

type DialogProps = { payout: WatchedWithdrawal; onClose: () => void }

/** Sends the act, and tells of it. */
function useAct(done: 'approvedOne' | 'refusedOne' | 'paidOne', { payout, onClose }: DialogProps) {
  const t = payoutsText.use()
  return usePayoutAct(() => {
    toast.success(t(done, { name: payout.agent }))
    onClose()
  })
}

function ApproveDialog({ payout, onClose }: DialogProps) {
  const t = payoutsText.use()
  const money = useAmountWords()
  const { id, agent: name, amount } = payout
  const act = useAct('approvedOne', { payout, onClose })
  return (
    <ConfirmDialog
      title={t('approveTitle', { amount: money(amount), name })}
      text={t('approveText', { net: money(netOf(payout)) })}
      verb={t('approve')}
      busy={act.isPending}
      onConfirm={() => act.mutate({ kind: 'approve', id })}
      onCancel={onClose}
    />
  )
}

function RefuseDialog({ payout, onClose }: DialogProps) {
  const t = payoutsText.use()
  const money = useAmountWords()
  const { id, agent: name, amount, debt } = payout
  const act = useAct('refusedOne', { payout, onClose })
  return (
    <ReasonDialog
      danger
      title={t('refuseTitle', { amount: money(amount), name })}
      text={debt > 0 ? t('refuseDebtText', { name, debt: money(debt) }) : t('refuseText', { name })}
      verb={t('refuse')}
      busy={act.isPending}
      choices={[t('reasonAccount'), t('reasonReview'), t('reasonAsked')]}
      help={t('agentSees')}
      onSubmit={(reason) => act.mutate({ kind: 'refuse', id, reason })}
      onClose={onClose}
    />
  )
}

const { charactersMax } = payoutBounds.reference

function PayDialog({ payout, onClose }: DialogProps) {
  const t = payoutsText.use()
  const money = useAmountWords()
  const [reference, setReference] = useState('')
  const [isChecked, setChecked] = useState(false)
  const nameOf = useMethodName()
  const { id, agent: name } = payout
  const act = useAct('paidOne', { payout, onClose })
  const isRight = isTextWithin(payoutBounds.reference, reference.trim())
  return (
    <FormDialog
      title={t('payTitle', { name })}
      verb={t('pay')}
      busy={act.isPending}
      onSubmit={() => (isRight ? act.mutate({ kind: 'pay', id, reference: reference.trim() }) : setChecked(true))}
      onCancel={onClose}
    >
      <p className={textStyles.secondary}>{t('payText', { net: money(netOf(payout)), method: nameOf(payout) })}</p>
      <InputField
        label={t('reference')}
        help={t('referenceHelp')}
        problem={isChecked && !isRight ? t('referenceProblem', { max: charactersMax }) : undefined}
        maxLength={charactersMax}
        value={reference}
        onChange={setReference}
      />
    </FormDialog>
  )
}
