import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Order, orderRefundStatus, paymentApi } from '@turnpike/contract/money/payment'
import { isReason } from '@turnpike/contract/money/refund'
import { useState } from 'react'
import { InputField } from '../../../components/fields/input-field.tsx'
import { ReasonField } from '../../../components/fields/reason-field.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { Callout } from '../../../components/states/callout.tsx'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import { reloadAfterCredit } from '../use-payments.ts'
import { leftOf, readMoney, worthOf } from './refund-amount.ts'
import { refundOrderText } from './refund-order.text.ts'

/** Asks for the amount and the reason of an order's refund; all that is left is proposed. */
export function RefundOrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = refundOrderText.use()
  const words = useAmountWords()
  const queries = useQueryClient()
  const left = leftOf(order)
  const [typed, setTyped] = useState(left)
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const money = readMoney(typed, left)
  const shown = (text: string) => formatPaid(text, order.currency)
  const user = order.username || `#${order.user_id}`
  const isByApi = order.provider === 'stripe'
  const refund = useMutation({
    mutationFn: () =>
      call(paymentApi.refund, {
        body: { trade_no: order.trade_no, money: money ?? '', refunded: order.refunded, reason: reason.trim() },
      }),
    onSuccess: ({ refunds }) =>
      refunds.at(-1)?.status === orderRefundStatus.pending
        ? toast.info(t('pending'))
        : toast.success(t('done', { money: shown(money ?? ''), user })),
    onSettled: () => {
      onClose()
      return reloadAfterCredit(queries)
    },
  })
  const help =
    order.refunded === '0.00'
      ? t('ofPrice', { money: shown(order.money) })
      : t('ofRest', { money: shown(order.money), refunded: shown(order.refunded) })
  return (
    <FormDialog
      title={t('title')}
      verb={t(isByApi ? 'verb' : 'verbRecord', { money: money ? shown(money) : '' })}
      danger
      busy={refund.isPending}
      onSubmit={() => (money && isReason(reason.trim()) ? refund.mutate() : setChecked(true))}
      onCancel={onClose}
    >
      <p className={textStyles.secondary}>{t(isByApi ? 'byApi' : 'byHand')}</p>
      {order.plan && <Callout tone="warning" title={t('endsPlan')} />}
      <InputField
        label={t('amount')}
        width="number"
        inputMode="decimal"
        suffix={order.currency}
        value={typed}
        onChange={setTyped}
        help={money && !order.plan ? `${help} · ${t('takes', { amount: words(worthOf(order, money)), user })}` : help}
        problem={money ? undefined : t('tooMuch', { left: shown(left) })}
      />
      <ReasonField value={reason} onChange={setReason} isChecked={isChecked} />
    </FormDialog>
  )
}
