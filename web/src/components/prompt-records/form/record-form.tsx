import { useMutation } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { type RecordTerms, recordBounds } from '@turnpike/contract/usage/prompt-records'
import { type ReactNode, useState } from 'react'
import { session } from '../../../lib/session/session.ts'
import { CountField } from '../../fields/count-field.tsx'
import { SwitchRow } from '../../fields/switch-row.tsx'
import { LimitsFrame } from '../../limits/limits-frame.tsx'
import { Callout } from '../../states/callout.tsx'
import layoutStyles from '../../style/layout.module.css'
import { recordsText } from '../records.text.ts'
import { type RecordProblems, type RecordValues, recordNumbers, termsIn, valuesOf } from './record-values.ts'

type RecordFormProps = {
  title: string
  /** What recording means here, in one paragraph. */
  help: string
  /** Whether the installation records at all. */
  enabled: boolean
  terms: RecordTerms | null
  save: (terms: RecordTerms | null) => Promise<unknown>
  onClosed: () => void
  children?: ReactNode
}

const labels = { share: 'share', size_max: 'size', days: 'days' } as const
const helps = { share: 'shareHelp', size_max: 'sizeHelp', days: 'daysHelp' } as const

/** Edits the terms by which prompts and responses are recorded. */
export function RecordForm({ title, help, enabled, terms, save, onClosed, children }: RecordFormProps) {
  const t = recordsText.use()
  const isRoot = (session.use()?.role ?? 0) >= role.root
  const [values, setValues] = useState<RecordValues>(() => valuesOf(terms))
  const [isChanged, setIsChanged] = useState(false)
  const [problems, setProblems] = useState<RecordProblems>({})
  const saving = useMutation({ mutationFn: save })
  const set = (change: Partial<RecordValues>) => {
    setValues({ ...values, ...change })
    setIsChanged(true)
    setProblems({})
  }
  const onSave = () => {
    const read = termsIn(values)
    if ('terms' in read) return saving.mutateAsync(read.terms)
    setProblems(read.problems)
    return undefined
  }
  return (
    <LimitsFrame
      title={title}
      isChanged={isChanged}
      isSaving={saving.isPending}
      savedWords={t('saved')}
      onSave={onSave}
      onClosed={onClosed}
    >
      {!enabled && (
        <Callout tone="warning" title={t('switchedOff')} text={t(isRoot ? 'switchedOffRoot' : 'switchedOffText')} />
      )}
      <SwitchRow label={t('isOn')} text={help} checked={values.isOn} onChange={(isOn) => set({ isOn })} />
      {values.isOn && (
        <>
          {recordNumbers.map((name) => (
            <CountField
              key={name}
              label={t(labels[name])}
              help={t(helps[name])}
              value={values[name]}
              problem={problems[name] && t('number', recordBounds[name])}
              onChange={(count) => set({ [name]: count })}
            />
          ))}
          <SwitchRow
            label={t('redact')}
            text={t('redactHelp')}
            checked={values.redact}
            onChange={(redact) => set({ redact })}
          />
        </>
      )}
      {children && <section className={layoutStyles.stack16}>{children}</section>}
    </LimitsFrame>
  )
}
