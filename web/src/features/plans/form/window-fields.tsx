import { planWindowsMax } from '@turnpike/contract/money/plans/plan'
import { Button } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from './plan-form.module.css'
import { planFormText } from './plan-form.text.ts'
import { newWindow, type WindowValues } from './plan-values.ts'
import type { ProblemWords } from './use-plan-form.ts'

type WindowFieldsProps = {
  windows: readonly WindowValues[]
  problems: ProblemWords
  onChange: (windows: WindowValues[]) => void
}

/** The most that one may spend in shorter spans. */
export function WindowFields({ windows, problems, onChange }: WindowFieldsProps) {
  const t = planFormText.use()
  const isFull = windows.length >= planWindowsMax
  return (
    <fieldset className={styles.windows}>
      <legend className={textStyles.medium}>{t('windows')}</legend>
      <p className={textStyles.hint}>{t('windowsHelp')}</p>
      {windows.map((window, index) => (
        <WindowRow
          key={window.id}
          window={window}
          number={index + 1}
          problems={problems}
          onChange={(changed) => onChange(windows.map((each) => (each.id === changed.id ? changed : each)))}
          onRemove={() => onChange(windows.filter(({ id }) => id !== window.id))}
        />
      ))}
      {problems.windows && (
        <p className={textStyles.problemSmall} role="alert">
          {problems.windows}
        </p>
      )}
      <div>
        <Button
          icon={<Plus />}
          disabled={isFull}
          title={isFull ? t('mostWindows') : undefined}
          onClick={() => onChange([...windows, newWindow(spanFor(windows))])}
        >
          {t('addWindow')}
        </Button>
      </div>
    </fieldset>
  )
}

const spans = ['hours', 'day', 'week', 'month'] as const

/** A new window has a span that no other has. */
const spanFor = (windows: readonly WindowValues[]) =>
  spans.find((span) => !windows.some(({ every }) => every === span)) ?? 'hours'

type WindowRowProps = {
  window: WindowValues
  number: number
  problems: ProblemWords
  onChange: (window: WindowValues) => void
  onRemove: () => void
}

function WindowRow({ window, number, problems, onChange, onRemove }: WindowRowProps) {
  const t = planFormText.use()
  const spanProblem = problems[`hours ${window.id}`]
  const isOfHours = window.every === 'hours'
  return (
    <fieldset className={styles.window} aria-label={t('windowNumber', { number })}>
      <div className={styles.span}>
        <SelectField
          label={t('span')}
          problem={isOfHours ? undefined : spanProblem}
          value={window.every}
          options={spans.map((every) => ({ value: every, label: t(`${every}Window`) }))}
          onChange={(every) => onChange({ ...window, every })}
        />
        {isOfHours && (
          <InputField
            label={t('hours')}
            problem={spanProblem}
            inputMode="numeric"
            value={window.hours}
            onChange={(hours) => onChange({ ...window, hours })}
          />
        )}
      </div>
      <QuotaField
        label={t('amount')}
        value={window.amount}
        problem={problems[`amount ${window.id}`]}
        onChange={(amount) => onChange({ ...window, amount })}
        beside={
          <Button
            className={layoutStyles.atEnd ?? ''}
            type="text"
            icon={<Trash2 />}
            aria-label={t('removeWindow', { number })}
            title={t('removeWindow', { number })}
            onClick={onRemove}
          />
        }
      />
    </fieldset>
  )
}
