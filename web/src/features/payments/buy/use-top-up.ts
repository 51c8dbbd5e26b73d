import { useQuery } from '@tanstack/react-query'
import { type OfferedMethod, type PaymentMethod, paymentApi } from '@turnpike/contract/money/payment'
import { formatCount } from '@turnpike/contract/quota'
import { useState } from 'react'
import { callPayment } from '../../../lib/api/call.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { buyText } from './buy.text.ts'
import { amountOfDollars, presetDollars, priceOfPreset, readTopUpAmount } from './top-up-amount.ts'

/** The chosen amount and method, and their price. */
export function useTopUp(offers: readonly [OfferedMethod, ...OfferedMethod[]]) {
  const t = buyText.use()
  const spoken = language.use()
  const rate = useQuotaRate()
  const minimumDollars = useStatus()?.min_topup ?? 1
  const minimum = amountOfDollars(minimumDollars, rate)
  const presets = presetDollars(minimumDollars).map((sum) => ({ sum, amount: amountOfDollars(sum, rate) }))
  const [text, setText] = useState(() => String(presets[0]?.amount ?? minimum))
  const [method, setMethod] = useState<PaymentMethod>()
  const offer = offers.find((one) => one.method === method) ?? offers[0]
  const amount = readTopUpAmount(text)
  const settled = useDebounced(amount)
  const isBuyable = amount >= minimum
  const known =
    rate.inQuota || !presets.some((preset) => preset.amount === settled) ? undefined : priceOfPreset(settled, offer)
  const quote = useQuery({
    queryKey: ['payable', offer.method, settled],
    queryFn: async () => {
      const body = { amount: settled, top_up_code: '', payment_method: offer.method }
      return (await callPayment(paymentApi.amount, { body })).data
    },
    enabled: settled >= minimum && known === undefined,
  })
  const isSettled = settled === amount
  const refusal = Number.isNaN(amount)
    ? t('amountInvalid')
    : isBuyable
      ? undefined
      : refusalText('topup_below_minimum', spoken, { minimum: formatCount(minimum) })
  return {
    rate,
    minimum,
    presets,
    text,
    setText,
    /** NaN while the text is no amount. */
    amount,
    offer,
    setMethod,
    /** The price of the amount: of a usual one it is in the list, for another one the server is asked; undefined while unknown. */
    payable: isBuyable && isSettled ? (known ?? quote.data) : undefined,
    isQuoting: isBuyable && (!isSettled || quote.isFetching),
    problem: refusal ?? (isSettled ? quote.error?.message : undefined),
    /** Shows the amount as it was read: `0` is raised to 1. */
    tidy() {
      if (!Number.isNaN(amount)) setText(String(amount))
    },
  }
}

export type TopUp = ReturnType<typeof useTopUp>
