import { Button } from 'antd'
import { QuietButton } from '../../buttons/quiet-button.tsx'
import toneStyles from '../../style/tone.module.css'
import { spelledPrice } from '../typing-guard.ts'
import styles from './price-drawer.module.css'
import { drawerText } from './price-drawer.text.ts'

type MeantQuestionProps = {
  price: string
  onTake: () => void
  /** Absent where the typed price cannot be stored. */
  onKeep?: (() => void) | undefined
}

/** Asks about a price that is a million times smaller or larger than usual. */
export function MeantQuestion({ price, onTake, onKeep }: MeantQuestionProps) {
  const t = drawerText.use()
  const dollars = spelledPrice(price)
  return (
    <div className={`${toneStyles.warningTint} ${styles.question}`} role="alert">
      <span>{t('meant', { price: dollars })}</span>
      <span className={styles.answers}>
        <Button size="small" onClick={onTake}>
          {t('take', { price: dollars })}
        </Button>
        {onKeep && <QuietButton onClick={onKeep}>{t('keep')}</QuietButton>}
      </span>
    </div>
  )
}
