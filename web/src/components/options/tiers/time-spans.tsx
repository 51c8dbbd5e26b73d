import { priceSpansMax } from '@turnpike/contract/money/price-tiers'
import { Button } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../../buttons/quiet-button.tsx'
import { SelectField } from '../../fields/choice-field.tsx'
import fieldStyles from '../../fields/fields.module.css'
import { InputField } from '../../fields/input-field.tsx'
import layoutStyles from '../../style/layout.module.css'
import textStyles from '../../style/text.module.css'
import { tierText } from './tier.text.ts'
import { everyDay, newId, type SpanDraft, type TiersDraft, type TierTerms } from './tier-draft.ts'
import styles from './tiers.module.css'

type TimeSpansProps = Pick<TiersDraft, 'zone' | 'spans'> & {
  terms: TierTerms
  onChange: (times: Partial<Pick<TiersDraft, 'zone' | 'spans'>>) => void
}

/** Times of the day at which every price is multiplied. */
export function TimeSpans({ zone, spans, terms, onChange }: TimeSpansProps) {
  const t = tierText.use()
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]
  const known = zones.includes(zone) ? zones : [zone, ...zones]
  const edit = (changed: SpanDraft) =>
    onChange({ spans: spans.map((span) => (span.id === changed.id ? changed : span)) })
  const problemOf = (field: string) => {
    const problem = terms.problems[field]
    return problem && t(problem)
  }
  return (
    <section className={styles.kind} aria-label={t('times')}>
      <h3 className={textStyles.heading}>{t('times')}</h3>
      <p className={textStyles.hint}>{t('timesHelp')}</p>
      {spans.length > 0 && (
        <SelectField
          label={t('zone')}
          problem={problemOf('zone')}
          showSearch
          value={zone}
          options={known.map((name) => ({ value: name, label: name }))}
          onChange={(next) => onChange({ zone: next })}
        />
      )}
      {spans.map((span, index) => (
        <div key={span.id} className={styles.tier}>
          <div className={styles.times}>
            {(['from', 'to'] as const).map((end) => (
              <InputField
                key={end}
                label={t(end)}
                problem={problemOf(`${span.id}.${end}`)}
                type="time"
                value={span[end]}
                onChange={(text) => edit({ ...span, [end]: text })}
              />
            ))}
            <InputField
              label={t('factor')}
              problem={problemOf(`${span.id}.factor`)}
              inputMode="decimal"
              prefix={<span className={textStyles.quietSmall}>×</span>}
              value={span.factor}
              onChange={(factor) => edit({ ...span, factor })}
            />
          </div>
          <div className={styles.head}>
            <DayChips
              days={span.days}
              problem={problemOf(`${span.id}.days`)}
              onChange={(days) => edit({ ...span, days })}
            />
            <IconButton
              icon={<Trash2 />}
              label={t('removeSpan', { number: index + 1 })}
              onClick={() => onChange({ spans: spans.filter(({ id }) => id !== span.id) })}
            />
          </div>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          disabled={spans.length >= priceSpansMax}
          onClick={() =>
            onChange({ spans: [...spans, { id: newId('span', spans), from: '', to: '', days: everyDay, factor: '' }] })
          }
        >
          {t('addSpan')}
        </Button>
      </div>
    </section>
  )
}

const fromMonday = [1, 2, 3, 4, 5, 6, 0] as const

type DayChipsProps = { days: readonly number[]; problem: string | undefined; onChange: (days: number[]) => void }

function DayChips({ days, problem, onChange }: DayChipsProps) {
  const t = tierText.use()
  return (
    <div>
      <fieldset className={layoutStyles.chips} aria-label={t('days')}>
        {fromMonday.map((day) => (
          <button
            key={day}
            type="button"
            className={fieldStyles.chip}
            aria-pressed={days.includes(day)}
            aria-invalid={problem === undefined ? undefined : true}
            onClick={() => onChange(days.includes(day) ? days.filter((each) => each !== day) : [...days, day])}
          >
            {t(`day${day}`)}
          </button>
        ))}
      </fieldset>
      {problem && <p className={textStyles.problemSmall}>{problem}</p>}
    </div>
  )
}
