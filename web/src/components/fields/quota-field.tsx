import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import { ChoiceChips } from './choice-chips.tsx'
import { Field } from './field.tsx'
import styles from './fields.module.css'
import { type AmountUnit, readAmount, writeAmount } from './quota-amount.ts'

const quotaText = dictionary({
  presets: ['Presets', '常用金额'],
  equal: ['{amount} quota', '{amount} 额度'],
})

type QuotaFieldProps = {
  label: string
  /** Quota; NaN while the text is no amount; undefined where there is none. */
  value: number | undefined
  onChange: (quota: number) => void
  /** The amount may be left out: called when the text is emptied. */
  onEmpty?: () => void
  /** The amount, as quota, that holds where it is left out. */
  inherited?: number
  /** Usual amounts, in dollars. */
  presets?: readonly number[]
  disabled?: boolean
  help?: ReactNode
  problem?: string | undefined
  /** Shows the amber dot of an unsaved change. */
  isChanged?: boolean
  onBlur?: () => void
  /** Beside the field, such as the switch that makes it unlimited. */
  beside?: ReactNode
}

const textOf = (value: number | undefined, typed: string, unit: AmountUnit) => {
  if (value === undefined) return ''
  return Object.is(readAmount(typed, unit), value) ? typed : writeAmount(value, unit)
}

/** An amount, typed in dollars with the quota below; typed in quota with the dollars below where the console shows quota. */
export function QuotaField(props: QuotaFieldProps) {
  const { label, value, onChange, onEmpty, presets = [], disabled = false, help, problem, isChanged } = props
  const { onBlur, beside } = props
  const t = quotaText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const unit = inQuota ? 'quota' : { perUnit }
  const [typed, setTyped] = useState('')
  // The typed text stays unchanged as long as it reads as the value.
  const text = textOf(value, typed, unit)
  const { inherited } = props
  const isAmount = value !== undefined && !Number.isNaN(value)
  const money = isAmount ? formatMoney(dollars(value, perUnit)) : ''
  const equal = inQuota ? money : t('equal', { amount: isAmount ? formatCount(value) : '' })
  return (
    <Field
      label={label}
      optional={onEmpty !== undefined}
      problem={problem}
      isChanged={isChanged}
      help={
        <>
          {help} {isAmount && !disabled && <span className={textStyles.oneLine}>{equal}</span>}
        </>
      }
    >
      {(control) => (
        <>
          <div className={styles.looseRow}>
            <Input
              {...control}
              className={styles.amount}
              inputMode="decimal"
              autoComplete="off"
              prefix={inQuota ? undefined : <span className={textStyles.quiet}>$</span>}
              disabled={disabled}
              placeholder={inherited === undefined ? undefined : writeAmount(inherited, unit)}
              value={text}
              onChange={(event) => {
                setTyped(event.target.value)
                if (onEmpty && event.target.value.trim() === '') onEmpty()
                else onChange(readAmount(event.target.value, unit))
              }}
              onBlur={() => {
                if (isAmount) setTyped(writeAmount(value, unit))
                onBlur?.()
              }}
            />
            {beside}
          </div>
          {presets.length > 0 && (
            <div className={styles.presets}>
              <ChoiceChips
                label={t('presets')}
                disabled={disabled}
                choices={presets.map((amount) => ({
                  value: readAmount(String(amount), { perUnit }),
                  label: formatMoney(String(amount)),
                }))}
                chosen={value ?? Number.NaN}
                onChoose={onChange}
              />
            </div>
          )}
        </>
      )}
    </Field>
  )
}
