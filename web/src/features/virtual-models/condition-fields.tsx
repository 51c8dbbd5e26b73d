import { Input } from 'antd'
import { Field } from '../../components/fields/field.tsx'
import textStyles from '../../components/style/text.module.css'
import { useText } from '../../lib/text/text.ts'
import type { ProblemWords } from './use-virtual-form.ts'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'
import { type ConditionName, conditionNames, type MemberValues } from './virtual-values.ts'

const units = {
  prompt_tokens_min: 'tokens',
  prompt_tokens_max: 'tokens',
  price_max: 'dollars',
  first_token_ms_max: 'milliseconds',
} as const satisfies Record<ConditionName, string>
const helps = { price_max: 'priceHelp', first_token_ms_max: 'speedHelp' } as const

type ConditionFieldsProps = {
  member: MemberValues
  problems: ProblemWords
  onChange: (member: MemberValues) => void
}

/** When a model is left out of a call. */
export function ConditionFields({ member, problems, onChange }: ConditionFieldsProps) {
  const t = useText(virtualModelsText)
  return (
    <div className={styles.conditions}>
      <p className={styles.help}>{t('conditionsHelp')}</p>
      <div className={styles.conditionGrid}>
        {conditionNames.map((name) => (
          <Field
            key={name}
            label={t(name)}
            help={name in helps ? t(helps[name as keyof typeof helps]) : undefined}
            problem={problems[`${name} ${member.id}`]}
          >
            {(control) => (
              <Input
                {...control}
                suffix={<span className={textStyles.quietSmall}>{t(units[name])}</span>}
                inputMode={name === 'price_max' ? 'decimal' : 'numeric'}
                autoComplete="off"
                value={member.when[name]}
                onChange={(event) => onChange({ ...member, when: { ...member.when, [name]: event.target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  )
}
