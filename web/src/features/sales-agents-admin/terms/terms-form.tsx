import { creditKinds, shareBases } from '@turnpike/contract/money/agents/terms'
import { Button } from 'antd'
import { ChipsSelect } from '../../../components/fields/chips-select.tsx'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { TimeField } from '../../../components/fields/time-field.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import styles from './terms.module.css'
import { termsText } from './terms.text.ts'
import { termsOf } from './terms-values.ts'
import { type TermName, termWords } from './terms-words.ts'
import type { TermsFormState } from './use-terms-form.ts'

type FormProps = { form: TermsFormState }

/** The fields of terms. What is left empty is inherited, and shown as the placeholder. */
export function TermsForm({ form }: FormProps) {
  return (
    <>
      <SharingSection form={form} />
      <PayoutSection form={form} />
    </>
  )
}

/** The inherited term in words, for a placeholder. */
function useInherited({ inherited }: TermsFormState) {
  const t = termsText.use()
  const money = useAmountWords()
  return (name: TermName) => t('asInherited', { value: termWords(name, inherited, { t, money }) })
}

function SharingSection({ form }: FormProps) {
  const t = termsText.use()
  const { values, problems, inherited, set } = form
  const inheritedOf = useInherited(form)
  return (
    <FormSection title={t('sharing')} text={t('sharingText')}>
      <SelectField
        label={t('basis')}
        optional
        allowClear
        placeholder={inheritedOf('basis')}
        value={values.basis ?? null}
        options={shareBases.map((basis) => ({ value: basis, label: t(basis) }))}
        onChange={(basis) => set({ basis: basis ?? undefined })}
      />
      <FieldPair>
        <Percent name="share" form={form} />
        <Percent name="second_share" form={form} help={t('secondHelp')} />
      </FieldPair>
      <CountsField form={form} />
      <InputField
        label={t('waiting_days')}
        optional
        width="number"
        inputMode="numeric"
        help={t('waitingHelp')}
        problem={problems.waiting_days}
        placeholder={String(inherited.waiting_days)}
        value={values.waiting_days}
        onChange={(waiting_days) => set({ waiting_days })}
      />
      <EndField form={form} />
      <Example form={form} />
    </FormSection>
  )
}

type PercentProps = FormProps & { name: 'share' | 'second_share' | 'withdrawal_fee_share'; help?: string }

const Percent = ({ name, form: { values, problems, inherited, set }, help }: PercentProps) => {
  const t = termsText.use()
  return (
    <InputField
      label={t(name)}
      optional
      inputMode="decimal"
      suffix="%"
      help={help}
      problem={problems[name]}
      placeholder={String(inherited[name])}
      value={values[name]}
      onChange={(text) => set({ [name]: text })}
    />
  )
}

/** Beside the label of a field whose empty control means "inherited": chooses nothing instead, or inherits again. */
function InheritButton({ isOwn, none, onInherit, onNone }: InheritButtonProps) {
  const t = termsText.use()
  return (
    <Button type="link" size="small" onClick={isOwn ? onInherit : onNone}>
      {isOwn ? t('inherit') : none}
    </Button>
  )
}
type InheritButtonProps = { isOwn: boolean; none: string; onInherit: () => void; onNone: () => void }

function CountsField({ form }: FormProps) {
  const t = termsText.use()
  const { values, set } = form
  const inheritedOf = useInherited(form)
  return (
    <Field
      label={t('counts')}
      optional
      help={t('countsHelp')}
      extra={
        <InheritButton
          isOwn={values.counts !== undefined}
          none={t('chooseNothing')}
          onInherit={() => set({ counts: undefined })}
          onNone={() => set({ counts: [] })}
        />
      }
    >
      {(control) => (
        <ChipsSelect
          {...control}
          values={values.counts ?? []}
          placeholder={values.counts ? t('nothing') : inheritedOf('counts')}
          options={creditKinds.map((kind) => ({ value: kind, label: t(kind) }))}
          onChange={(kinds) => set({ counts: creditKinds.filter((kind) => kinds.includes(kind)) })}
        />
      )}
    </Field>
  )
}

function EndField({ form }: FormProps) {
  const t = termsText.use()
  const { values, set } = form
  const inheritedOf = useInherited(form)
  const small = useSmallScreen()
  const empty = values.ends_at === 0 ? t('noEnd') : inheritedOf('ends_at')
  // The browser's own field of a small screen has no placeholder.
  const help = small && !values.ends_at ? `${empty} · ${t('endHelp')}` : t('endHelp')
  return (
    <TimeField
      label={t('ends_at')}
      optional
      help={help}
      placeholder={empty}
      extra={
        <InheritButton
          isOwn={values.ends_at !== undefined}
          none={t('chooseNoEnd')}
          onInherit={() => set({ ends_at: undefined })}
          onNone={() => set({ ends_at: 0 })}
        />
      }
      value={values.ends_at || undefined}
      onChange={(ends_at) => set({ ends_at })}
    />
  )
}

function PayoutSection({ form }: FormProps) {
  const t = termsText.use()
  const { values, problems, inherited, set } = form
  return (
    <FormSection title={t('withdrawing')} text={t('withdrawingText')}>
      <QuotaField
        label={t('withdrawal_min')}
        problem={problems.withdrawal_min}
        inherited={inherited.withdrawal_min}
        value={values.withdrawal_min}
        onChange={(withdrawal_min) => set({ withdrawal_min })}
        onEmpty={() => set({ withdrawal_min: undefined })}
      />
      <FieldPair>
        <QuotaField
          label={t('withdrawal_fee')}
          problem={problems.withdrawal_fee}
          inherited={inherited.withdrawal_fee}
          value={values.withdrawal_fee}
          onChange={(withdrawal_fee) => set({ withdrawal_fee })}
          onEmpty={() => set({ withdrawal_fee: undefined })}
        />
        <Percent name="withdrawal_fee_share" form={form} help={t('feeShareHelp')} />
      </FieldPair>
    </FormSection>
  )
}

const exampleDollars = 100

/** The sum: what a payment would bring by the terms as they are typed. */
function Example({ form: { values, inherited, perUnit } }: FormProps) {
  const t = termsText.use()
  const money = useAmountWords()
  const terms = { ...inherited, ...termsOf(values) }
  const shares = [terms.share, terms.second_share]
  if (shares.some((share) => !(share >= 0 && share <= 100))) return null
  const part = (share: number) => money(Math.floor((exampleDollars * perUnit * share) / 100))
  const words = { paid: money(exampleDollars * perUnit), share: part(terms.share) }
  const sentences = [
    terms.basis === 'spend' ? t('exampleSpend', words) : t('examplePayments', words),
    terms.second_share > 0 && t('exampleSecond', { share: part(terms.second_share) }),
    terms.waiting_days > 0
      ? t('exampleFinal', { days: t('days', { count: terms.waiting_days }) })
      : t('exampleFinalNow'),
  ]
  return (
    <p className={styles.example} aria-live="polite">
      {sentences.filter(Boolean).join(t('sentenceGap'))}
    </p>
  )
}
