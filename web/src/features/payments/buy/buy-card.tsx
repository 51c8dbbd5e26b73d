import type { OfferedMethod } from '@turnpike/contract/money/payment'
import { CreditCard } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { ErrorState } from '../../../components/states/error-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useStatus } from '../../../lib/api/status.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { SetUpPayment } from '../manage/set-up-payment.tsx'
import paymentStyles from '../payments.module.css'
import { usePaymentMethods } from '../use-payments.ts'
import styles from './buy.module.css'
import { buyText } from './buy.text.ts'
import { BuyForm } from './buy-form.tsx'
import { amountOfDollars, quotaOfAmount } from './top-up-amount.ts'

/** Online payment, or why there is none. */
export function BuyCard() {
  const t = buyText.use()
  const spoken = language.use()
  const words = useAmountWords()
  const rate = useQuotaRate()
  const minimum = useStatus()?.min_topup ?? 1
  const methods = usePaymentMethods()
  const id = useId()
  const [first, ...others] = methods.data ?? []
  return (
    <section className={`${layoutStyles.framed} ${paymentStyles.card}`} aria-labelledby={id}>
      <div className={`${layoutStyles.row} ${paymentStyles.head}`}>
        <CreditCard aria-hidden />
        <h2 id={id} className={textStyles.heading}>
          {t('title')}
        </h2>
        {first && (
          <span className={paymentStyles.extra}>
            {t('minimum', { amount: words(quotaOfAmount(amountOfDollars(minimum, rate), rate)) })}
          </span>
        )}
      </div>
      {contentOf()}
    </section>
  )

  function contentOf(): ReactNode {
    if (first) return <BuyForm offers={[first, ...others] satisfies [OfferedMethod, ...OfferedMethod[]]} />
    if (methods.isPending) return <div className={styles.loading} aria-busy="true" />
    if (methods.isError && !methods.data)
      return <ErrorState error={methods.error} onRetry={methods.refetch} retrying={methods.isFetching} />
    return (
      <div className={`${layoutStyles.wideRow} ${styles.none}`}>
        <p>{refusalText('topup_disabled', spoken)}</p>
        <SetUpPayment />
      </div>
    )
  }
}
