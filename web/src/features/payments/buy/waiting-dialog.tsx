import { Button } from 'antd'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import toneStyles from '../../../components/style/tone.module.css'
import styles from './buy.module.css'
import { buyText } from './buy.text.ts'
import { openCheckout } from './open-checkout.ts'

/** An order and the page of the payment provider where it is paid. The number is empty where the server sent none. */
export type Checkout = { url: string; members: Record<string, string>; trade_no: string }

type WaitingDialogProps = {
  checkout: Checkout
  isPaid: boolean
  paidTitle: string
  paidText: ReactNode
  /** What happens when the dialog is closed before the payment arrives. */
  stays: string
  onClose: () => void
}

/** Open until an order is paid, also after the payment has arrived. */
export function WaitingDialog({ checkout, isPaid, paidTitle, paidText, stays, onClose }: WaitingDialogProps) {
  const t = buyText.use()
  return (
    <Dialog
      width={400}
      title={isPaid ? paidTitle : t('waitingTitle')}
      closable={false}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className={layoutStyles.endButtons}>
          {!isPaid && <Button onClick={() => openCheckout(checkout.url, checkout.members)}>{t('openAgain')}</Button>}
          <Button type={isPaid ? 'primary' : 'default'} onClick={onClose}>
            {t(isPaid ? 'done' : 'close')}
          </Button>
        </div>
      }
    >
      <div className={styles.state} role="status">
        {isPaid ? (
          <CircleCheck className={toneStyles.success} aria-hidden />
        ) : (
          <LoaderCircle className={styles.accent} aria-hidden />
        )}
        <span>{isPaid ? paidText : t('waitingText')}</span>
      </div>
      {checkout.trade_no && (
        <p className={`${textStyles.hintBelow} ${styles.note}`}>
          {t('order')} <code>{checkout.trade_no}</code>
        </p>
      )}
      {!isPaid && <p className={`${textStyles.hintBelow} ${styles.note}`}>{stays}</p>}
    </Dialog>
  )
}
