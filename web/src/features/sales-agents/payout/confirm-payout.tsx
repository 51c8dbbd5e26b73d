import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import styles from './payout.module.css'
import { payoutText } from './payout.text.ts'
import { type Payout, usePayoutName } from './use-payout.ts'

/** The last look at the account and at what arrives. */
export function ConfirmPayout({ payout, onCancel }: { payout: Payout; onCancel: () => void }) {
  const t = payoutText.use()
  const words = useAmountWords()
  const names = usePayoutName()
  const { amount, method, values, sum } = payout
  if (!method || !sum) return null
  return (
    <ConfirmDialog
      title={t('confirmTitle', { amount: words(amount), method: names.ofMethod(method) })}
      text={t('confirmText')}
      verb={t('confirm')}
      cancel={t('back')}
      busy={payout.isSending}
      onConfirm={payout.send}
      onCancel={onCancel}
    >
      <dl className={styles.sum}>
        {method.fields.map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a method have no other name, and keep their order
          <div key={index}>
            <dt>{names.ofField(field)}</dt>
            <dd className={styles.accountValue}>{values[index] || '—'}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t('arrives')}</dt>
          <dd>{words(sum.arrives)}</dd>
        </div>
      </dl>
    </ConfirmDialog>
  )
}
