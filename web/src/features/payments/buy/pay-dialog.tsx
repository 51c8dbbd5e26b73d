import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orderStatus, type PaymentMethod, paymentApi } from '@turnpike/contract/money/payment'
import { useEffect } from 'react'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import textStyles from '../../../components/style/text.module.css'
import { call, callPayment } from '../../../lib/api/call.ts'
import { useMethodName } from '../order/use-method-name.ts'
import { reloadAfterCredit } from '../use-payments.ts'
import styles from './buy.module.css'
import { buyText } from './buy.text.ts'
import { openCheckout } from './open-checkout.ts'
import { type Checkout, WaitingDialog } from './waiting-dialog.tsx'

/** What is bought; `sum` is its price in the words of the page. */
export type Purchase = { amount: number; quota: number; method: PaymentMethod; sum: string }

const pollMs = 3_000
/** An order is among the newest ones while it is waited for. */
const newestOrders = 20

/** Asks before an order is made, opens the payment page, then waits until the order is credited. */
export function PayDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const t = buyText.use()
  const nameOf = useMethodName()
  const words = useAmountWords()
  const queries = useQueryClient()
  const { amount, quota, method, sum } = purchase
  const paying = useMutation({
    mutationFn: async (): Promise<Checkout> => {
      const body = { amount, top_up_code: '', payment_method: method }
      const { url = '', data, trade_no = '' } = await callPayment(paymentApi.pay, { body })
      return { url, members: data, trade_no }
    },
    onSuccess({ url, members }) {
      openCheckout(url, members)
      return queries.invalidateQueries({ queryKey: ['orders'] })
    },
  })
  if (paying.data) return <WaitingForCredit checkout={paying.data} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('confirmTitle', { sum })}
      text={
        <>
          <span className={styles.line}>
            <span>{t('worth')}</span>
            <span>{words(quota)}</span>
          </span>
          <span className={styles.line}>
            <span>{t('payable')}</span>
            <strong>{sum}</strong>
          </span>
          <span className={`${textStyles.hintBelow} ${styles.note}`}>
            {t('confirmText', { method: nameOf(method) })}
          </span>
        </>
      }
      verb={t('paySum', { sum })}
      busy={paying.isPending}
      onConfirm={() => paying.mutate()}
      onCancel={onClose}
    />
  )
}

/** Polls the order until it is credited, while the page is visible. */
const useOrder = (trade_no: string) =>
  useQuery({
    queryKey: ['orders', 'waiting', trade_no],
    queryFn: async () => {
      const { items } = await call(paymentApi.own, { query: { p: 1, page_size: newestOrders } })
      return items.find((order) => order.trade_no === trade_no) ?? null
    },
    refetchInterval: ({ state }) => (state.data?.status === orderStatus.success ? false : pollMs),
  })

function WaitingForCredit({ checkout, onClose }: { checkout: Checkout; onClose: () => void }) {
  const t = buyText.use()
  const words = useAmountWords()
  const queries = useQueryClient()
  const order = useOrder(checkout.trade_no).data
  const isCredited = order?.status === orderStatus.success
  useEffect(() => {
    if (isCredited) void reloadAfterCredit(queries)
  }, [isCredited, queries])
  return (
    <WaitingDialog
      checkout={checkout}
      isPaid={isCredited}
      paidTitle={t('creditedTitle')}
      paidText={isCredited && t('creditedText', { amount: words(order.quota) })}
      stays={t('stays')}
      onClose={onClose}
    />
  )
}
