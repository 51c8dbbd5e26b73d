import { Money } from '../../../components/figures/money.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import type { TabProps } from '../tab-props.ts'
import styles from './earnings.module.css'
import { earningsText } from './earnings.text.ts'
import { EarningsBar, swatches } from './earnings-bar.tsx'

/** What the agent has, in which state, and what has left. */
export function EarningsCard({ self: { earnings, terms } }: TabProps) {
  const t = earningsText.use()
  const words = useAmountWords()
  const { available, waiting, held, reserved, debt, withdrawn, moved } = earnings
  const wait = t(terms.basis === 'spend' ? 'waitingSpendText' : 'waitingText', { count: terms.waiting_days })
  return (
    <section className={`${layoutStyles.framed} ${styles.earnings}`} aria-label={t('label')}>
      <div className={styles.available}>
        <h2 className={styles.name}>
          <i className={swatches.available} aria-hidden="true" />
          {t('available')}
        </h2>
        <p className={styles.big}>
          <Money quota={available} />
        </p>
        <p className={`${textStyles.hint} ${styles.explained}`}>
          {terms.withdrawal_min > 0 ? t('availableFrom', { minimum: words(terms.withdrawal_min) }) : t('availableText')}
        </p>
        <EarningsBar earnings={earnings} />
      </div>
      <dl className={styles.figures}>
        <Figure name={t('waiting')} quota={waiting} text={wait} swatch={swatches.waiting} />
        <Figure name={t('review')} quota={held} text={t('reviewText')} swatch={swatches.held} />
        <Figure name={t('reserved')} quota={reserved} text={t('reservedText')} swatch={swatches.reserved} />
        <Figure name={t('moved')} quota={moved} text={t('movedText')} />
        <Figure name={t('withdrawn')} quota={withdrawn} text={t('withdrawnText')} />
        <Figure name={t('debt')} quota={debt} text={t('debtText')} isWarning={debt > 0} />
      </dl>
    </section>
  )
}

type FigureProps = { name: string; quota: number; text: string; swatch?: string | undefined; isWarning?: boolean }

function Figure({ name, quota, text, swatch, isWarning = false }: FigureProps) {
  return (
    <div className={quota === 0 ? `${styles.figure} ${styles.zero}` : styles.figure}>
      <dt className={styles.name}>
        {swatch && <i className={swatch} aria-hidden="true" />}
        {name}
      </dt>
      <dd className={isWarning ? `${styles.value} ${styles.warning}` : styles.value}>
        <Money quota={quota} />
      </dd>
      <dd className={textStyles.hint}>{text}</dd>
    </div>
  )
}
