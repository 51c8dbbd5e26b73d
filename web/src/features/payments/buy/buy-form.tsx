import type { OfferedMethod } from '@turnpike/contract/money/payment'
import { formatCount, formatMoney } from '@turnpike/contract/quota'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import textStyles from '../../../components/style/text.module.css'
import { usePayer } from '../../../lib/api/organisations.ts'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import { useMethodName } from '../order/use-method-name.ts'
import styles from './buy.module.css'
import { buyText } from './buy.text.ts'
import { PayDialog, type Purchase } from './pay-dialog.tsx'
import { priceOfDollars, quotaOfAmount } from './top-up-amount.ts'
import { type TopUp, useTopUp } from './use-top-up.ts'

/** Amount and method on the left, the sum and the button on the right. */
export function BuyForm({ offers }: { offers: [OfferedMethod, ...OfferedMethod[]] }) {
  const topUp = useTopUp(offers)
  const [purchase, setPurchase] = useState<Purchase>()
  const { amount, offer, payable, rate } = topUp

  function submit(event: FormEvent) {
    event.preventDefault()
    if (payable === undefined) return
    const { method, currency } = offer
    setPurchase({ amount, quota: quotaOfAmount(amount, rate), method, sum: formatPaid(payable, currency) })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.choices}>
        <AmountChoice topUp={topUp} />
        <MethodChoice topUp={topUp} offers={offers} />
      </div>
      <Summary topUp={topUp} />
      {purchase && <PayDialog purchase={purchase} onClose={() => setPurchase(undefined)} />}
    </form>
  )
}

function AmountChoice({ topUp }: { topUp: TopUp }) {
  const t = buyText.use()
  const { presets, amount, offer, text, setText, tidy, problem, rate } = topUp
  const id = useId()
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t('amount')}
      </label>
      <fieldset className={styles.presets} aria-label={t('presets')}>
        {presets.map((preset) => (
          <button
            key={preset.sum}
            type="button"
            className={styles.option}
            aria-pressed={preset.amount === amount}
            onClick={() => setText(String(preset.amount))}
          >
            <strong>{rate.inQuota ? formatCount(preset.amount) : formatMoney(String(preset.sum))}</strong>
            <span>{formatPaid(priceOfDollars(preset.sum, offer), offer.currency)}</span>
          </button>
        ))}
      </fieldset>
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        status={problem ? 'error' : ''}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        prefix={rate.inQuota ? undefined : <span className={textStyles.quiet}>$</span>}
        suffix={<span className={textStyles.quiet}>{t(rate.inQuota ? 'customPoints' : 'custom')}</span>}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={tidy}
      />
      {problem && (
        <p id={`${id}-problem`} className={`${textStyles.problemSmall} ${styles.problem}`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function MethodChoice({ topUp, offers }: { topUp: TopUp; offers: readonly OfferedMethod[] }) {
  const t = buyText.use()
  const nameOf = useMethodName()
  const name = useId()
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.label}>{t('method')}</legend>
      {offers.map(({ method }) => (
        <label key={method} className={styles.method}>
          <input
            type="radio"
            name={name}
            checked={method === topUp.offer.method}
            onChange={() => topUp.setMethod(method)}
          />
          {nameOf(method)}
        </label>
      ))}
    </fieldset>
  )
}

/** The sum: what is bought, its price, the group's ratio, and below the dashed line what is paid. */
function Summary({ topUp }: { topUp: TopUp }) {
  const t = buyText.use()
  const words = useAmountWords()
  const payer = usePayer().data
  const { amount, minimum, offer, payable, isQuoting, rate } = topUp
  const quota = amount >= minimum ? quotaOfAmount(amount, rate) : undefined
  const sum = payable && formatPaid(payable, offer.currency)
  return (
    <div className={styles.summary}>
      <h3 className={styles.summaryTitle}>{t('due')}</h3>
      <dl className={styles.lines}>
        <dt>{t('worth')}</dt>
        <dd>{quota === undefined ? '—' : words(quota)}</dd>
        <dt>{t('unitPrice')}</dt>
        <dd>{t('perDollar', { price: formatPaid(priceOfDollars(1, { ...offer, ratio: 1 }), offer.currency) })}</dd>
        {payer && offer.ratio !== 1 && (
          <>
            <dt>{t(offer.ratio < 1 ? 'discount' : 'surcharge', { group: payer.group })}</dt>
            <dd>{t('percent', { ratio: offer.ratio })}</dd>
          </>
        )}
      </dl>
      <div className={styles.total} aria-live="polite">
        <span>{t('payable')}</span>
        <strong>{sum ?? (isQuoting ? <span className={styles.bar} /> : '—')}</strong>
      </div>
      <p className={`${textStyles.hint} ${styles.after}`}>
        {sum &&
          payer &&
          quota !== undefined &&
          t('after', { amount: words(quota), balance: words(payer.quota + quota) })}
      </p>
      <Button block type="primary" size="large" htmlType="submit" className={styles.pay ?? ''} disabled={!sum}>
        {sum ? t('paySum', { sum }) : t('pay')}
      </Button>
    </div>
  )
}
