import { isReason, refundBounds } from '@turnpike/contract/money/refund'
import { Input } from 'antd'
import { language } from '../../lib/browser/preferences.ts'
import { refusalText } from '../../lib/text/refusal-text.ts'
import { dictionary } from '../../lib/text/text.ts'
import { ChoiceChips } from './choice-chips.tsx'
import { Field } from './field.tsx'
import styles from './fields.module.css'

const reasonText = dictionary({
  reason: ['Reason', '原因'],
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
}

/** Why an administrator moves money: typed, or one of the usual reasons. */
export function ReasonField({ value, onChange, isChecked }: ReasonFieldProps) {
  const t = reasonText.use()
  const problem = useReasonProblem(value)
  return (
    <Field label={t('reason')} help={t('help')} problem={isChecked ? problem : undefined}>
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
              choices={usual.map((name) => ({ value: t(name), label: t(name) }))}
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
