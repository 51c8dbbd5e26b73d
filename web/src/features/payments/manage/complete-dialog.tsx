import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Order, paymentApi } from '@turnpike/contract/money/payment'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { useToast } from '../../../components/overlay/toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import { formatPaid } from '../format-paid.ts'
import { useAmountWords } from '../use-amount-words.ts'
import { reloadAfterCredit } from '../use-payments.ts'
import { manageText } from './manage.text.ts'

/** Asks before an order is credited without a notification. */
export function CompleteDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useText(manageText)
  const toast = useToast()
  const queries = useQueryClient()
  const words = useAmountWords()
  const user = order.username || `#${order.user_id}`
  const amount = words(order.quota)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(paymentApi.complete, { body: { trade_no: order.trade_no } }),
    onSuccess: () => toast.success(t('completed', { user, amount })),
    onSettled: () => {
      onClose()
      return reloadAfterCredit(queries)
    },
  })
  return (
    <ConfirmDialog
      title={t('completeTitle')}
      text={t('completeText', { user, amount, sum: formatPaid(order.money, order.currency) })}
      verb={t('completeVerb', { user, amount })}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
