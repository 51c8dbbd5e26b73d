import { isReason, refundBounds } from '@turnpike/contract/money/refund'
import { Input } from 'antd'
import { language } from '../../lib/browser/preferences.ts'
import { refusalText } from '../../lib/text/refusal-text.ts'
import { dictionary } from '../../lib/text/text.ts'
import { ChoiceChips } from './choice-chips.tsx'
import { Field } from './field.tsx'
import styles from './fields.module.css'

const reasonText = dictionary({
  help: ['The user sees it.', '用户可以看到。'],
  usual: ['Usual reasons', '常用原因'],
  fault: ['Service fault', '服务故障'],
  wrong: ['Charged by mistake', '误扣费'],
  asked: ['Requested by the user', '用户申请'],
  goodwill: ['Goodwill', '补偿'],
})

const usual = ['fault', 'wrong', 'asked', 'goodwill'] as const

type ReasonFieldProps = {
  value: string
  onChange: (reason: string) => void
  /** Whether a problem is shown: not before the first attempt to save. */
  isChecked: boolean
  /** The usual reasons of the act; without them, those for moving money. */
  choices?: readonly string[] | undefined
  /** Who reads the reason; without it, the user. */
  help?: string | undefined
}

/** Why an administrator moves money or decides something: typed, or one of the usual reasons. */
export function ReasonField({ value, onChange, isChecked, choices, help }: ReasonFieldProps) {
  const t = reasonText.use()
  const problem = useReasonProblem(value)
  const offered = choices ?? usual.map((name) => t(name))
  return (
    <Field label={t('reason')} help={help ?? t('help')} problem={isChecked ? problem : undefined}>
      {(control) => (
        <>
          <Input
            {...control}
            autoComplete="off"
            maxLength={refundBounds.reason.charactersMax}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <div className={styles.presets}>
            <ChoiceChips
              label={t('usual')}
              choices={offered.map((text) => ({ value: text, label: text }))}
              chosen={value}
              onChoose={onChange}
            />
          </div>
        </>
      )}
    </Field>
  )
}

function useReasonProblem(value: string): string | undefined {
  const spoken = language.use()
  if (value.trim() === '') return refusalText('reason_missing', spoken)
  return isReason(value.trim()) ? undefined : refusalText('reason_invalid', spoken)
}
