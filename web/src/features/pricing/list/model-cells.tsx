import type { MemberPrice, PricedModel } from '@turnpike/contract/money/pricing'
import { copy } from '../../../components/copy/copy.ts'
import { AlignedDecimals } from '../../../components/figures/aligned-decimals.tsx'
import textStyles from '../../../components/style/text.module.css'
import { Monogram } from '../../../components/tags/monogram.tsx'
import { monogramOf } from '../../../components/tags/vendors.ts'
import { lengthText } from '../../../lib/models/length-text.ts'
import { tierText } from '../../../lib/models/tier.text.ts'
import {
  amountText,
  decimalsOf,
  inDollars,
  isPerCall,
  type LineName,
  lineOf,
  rangeText,
  type Terms,
} from '../../../lib/prices/price-lines.ts'
import { dearerAbove } from '../../../lib/prices/tier-prices.ts'
import { pricingText } from '../pricing.text.ts'
import { UpcomingMark } from '../upcoming/upcoming-prices.tsx'
import styles from './model-cells.module.css'

/** The tile of the vendor and the name, which a click copies. */
export function ModelName({ model: { model_name, vendor } }: { model: PricedModel }) {
  const t = pricingText.use()
  return (
    <span className={styles.model}>
      <Monogram letters={monogramOf(vendor, model_name)} />
      <button
        type="button"
        className={`${textStyles.ellipsis} ${styles.name}`}
        title={model_name}
        aria-label={t('copyName', { model: model_name })}
        onClick={() => copy(model_name, t('modelName'))}
      >
        {model_name}
      </button>
    </span>
  )
}

export function BillingTag({ model }: { model: PricedModel }) {
  const t = pricingText.use()
  if (model.members)
    return (
      <span className={styles.billing} title={`${t('virtualHelp')} ${namesOf(model.members)}`}>
        {t('virtual')}
      </span>
    )
  return <span className={styles.billing}>{t(model.counted_by ?? (isPerCall(model) ? 'call' : 'token'))}</span>
}

const namesOf = (members: readonly MemberPrice[]) => members.map(({ model_name }) => model_name).join(' · ')

type AmountProps = { model: PricedModel; line: LineName; terms: Terms }

/** One price of a model; a dash where the model has no such price. */
export function Amount({ model, line, terms }: AmountProps) {
  const found = lineOf(model, line)
  const text = model.members ? rangeText(model.members, line, terms) : found && amountText(found, terms)
  if (text === undefined) return <span className={textStyles.quiet}>—</span>
  const isMain = line === 'input' || line === 'output' || line === 'call'
  return (
    <>
      {(line === 'input' || line === 'call') && <UpcomingMark model={model} terms={inDollars(terms)} />}
      <span className={isMain ? styles.amount : undefined}>
        {model.members || terms.unit === 'ratio' ? (
          text
        ) : (
          <AlignedDecimals text={text} decimals={decimalsOf[terms.unit]} />
        )}
      </span>
      {line === 'input' && !model.members && <LongerHint model={model} terms={terms} />}
    </>
  )
}

/** A plus after the price of a model whose long prompts cost more. */
export function LongerHint({ model, terms }: { model: MemberPrice; terms: Terms }) {
  const t = pricingText.use()
  const words = tierText.use()
  const dearer = dearerAbove(model)
  if (!dearer) return null
  const prices = [dearer.lines.input, dearer.lines.output].flatMap((line) => (line ? [amountText(line, terms)] : []))
  const length = words('above', { count: lengthText(dearer.above ?? 0) })
  const hint = t('longer', { length, prices: prices.join(' / ') })
  return (
    <span role="img" className={styles.longer} title={hint} aria-label={hint}>
      +
    </span>
  )
}

const othersMax = 1

/** The group whose prices are shown first, or that it may not call the model; then the others. */
export function ModelGroups({ model: { enable_groups }, group }: { model: PricedModel; group: string }) {
  const t = pricingText.use()
  const others = enable_groups.filter((name) => name !== group)
  const hidden = others.slice(othersMax)
  return (
    <span className={styles.groups} title={enable_groups.join(' · ')}>
      {enable_groups.includes(group) && <span className={`${styles.group} ${styles.shown}`}>{group}</span>}
      {others.slice(0, othersMax).map((name) => (
        <span key={name} className={styles.group}>
          {name}
        </span>
      ))}
      {hidden.length > 0 && <span className={textStyles.quietEllipsis}>+{hidden.length}</span>}
      {!enable_groups.includes(group) && <span className={textStyles.quietEllipsis}>{t('notIn', { group })}</span>}
    </span>
  )
}
