import type { MemberChoice } from '@turnpike/contract/routing/virtual-models'
import { AutoComplete, Input } from 'antd'
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, TriangleAlert, X } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../../components/buttons/quiet-button.tsx'
import { InputField } from '../../components/fields/input-field.tsx'
import textStyles from '../../components/style/text.module.css'
import type { ProblemWords } from './use-virtual-form.ts'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'
import { type ConditionName, conditionNames, conditionsIn, type MemberValues } from './virtual-values.ts'
import { memberWarning } from './warnings.ts'

type MemberRowProps = {
  member: MemberValues
  number: number
  name: string
  /** Its percentage of the calls, where they are shared out by weight. */
  share: string | undefined
  groups: readonly string[]
  problems: ProblemWords
  choices: readonly MemberChoice[] | undefined
  canMove: { up: boolean; down: boolean }
  onMove: (by: -1 | 1) => void
  onRemove: (() => void) | undefined
  onChange: (member: MemberValues) => void
}

/** One model of the list: its name, weight, place and conditions. */
export function MemberRow(props: MemberRowProps) {
  const { member, number, name, share, groups, problems, choices, canMove, onMove, onRemove, onChange } = props
  const t = virtualModelsText.use()
  const id = useId()
  const isWrong = conditionNames.some((condition) => problems[`${condition} ${member.id}`])
  const [isOpen, setIsOpen] = useState(false)
  const showsConditions = isOpen || isWrong
  const set = conditionsIn(member)
  const unfoldWords = set > 0 ? t('conditionsSet', { count: set }) : t('conditions')
  const warning = memberWarning(member.model.trim(), groups, choices)
  const problem = problems[`model ${member.id}`] ?? problems[`weight ${member.id}`]
  const sought = member.model.trim().toLowerCase()
  const options = (choices ?? []).filter(({ model }) => model.toLowerCase().includes(sought))
  return (
    <li className={styles.memberRow} data-member={member.id}>
      <div className={styles.memberLine}>
        <span className={styles.number} aria-hidden>
          {number}
        </span>
        <AutoComplete
          className={styles.model}
          value={member.model}
          options={options.map(({ model }) => ({ value: model, label: <code>{model}</code> }))}
          onChange={(model: string) => onChange({ ...member, model })}
        >
          <Input
            aria-label={t('member', { number })}
            aria-invalid={problems[`model ${member.id}`] ? true : undefined}
            aria-describedby={problem || warning ? `${id}-below` : undefined}
            status={problems[`model ${member.id}`] ? 'error' : ''}
            placeholder={t('modelPlaceholder')}
            spellCheck={false}
            autoComplete="off"
          />
        </AutoComplete>
        {share !== undefined && (
          <>
            <Input
              className={styles.weight}
              aria-label={t('memberWeight', { number })}
              aria-invalid={problems[`weight ${member.id}`] ? true : undefined}
              status={problems[`weight ${member.id}`] ? 'error' : ''}
              inputMode="numeric"
              autoComplete="off"
              value={member.weight}
              onChange={(event) => onChange({ ...member, weight: event.target.value })}
            />
            <span className={`${textStyles.quietLabel} ${styles.share}`}>{t('share', { percent: share })}</span>
          </>
        )}
        <span className={styles.moves}>
          <IconButton
            icon={<ArrowUp />}
            label={t('moveUp', { name })}
            data-move="-1"
            disabled={!canMove.up}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={<ArrowDown />}
            label={t('moveDown', { name })}
            data-move="1"
            disabled={!canMove.down}
            onClick={() => onMove(1)}
          />
          <IconButton icon={<X />} label={t('removeMember', { name })} disabled={!onRemove} onClick={onRemove} />
        </span>
      </div>
      <div className={styles.below}>
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={showsConditions}
          aria-controls={`${id}-conditions`}
          aria-label={`${unfoldWords}: ${name}`}
          onClick={() => setIsOpen(!showsConditions)}
        >
          {showsConditions ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          {unfoldWords}
        </button>
        {(problem || warning) && (
          <span id={`${id}-below`} className={problem ? textStyles.problemSmall : styles.warning}>
            {!problem && <TriangleAlert aria-hidden />}
            {problem ?? (warning && t(warning))}
          </span>
        )}
      </div>
      {showsConditions && (
        <div id={`${id}-conditions`}>
          <ConditionFields member={member} problems={problems} onChange={onChange} />
        </div>
      )}
    </li>
  )
}

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
function ConditionFields({ member, problems, onChange }: ConditionFieldsProps) {
  const t = virtualModelsText.use()
  return (
    <div className={styles.conditions}>
      <p className={styles.help}>{t('conditionsHelp')}</p>
      <div className={styles.conditionGrid}>
        {conditionNames.map((name) => (
          <InputField
            key={name}
            label={t(name)}
            help={name in helps ? t(helps[name as keyof typeof helps]) : undefined}
            problem={problems[`${name} ${member.id}`]}
            suffix={<span className={textStyles.quietSmall}>{t(units[name])}</span>}
            inputMode={name === 'price_max' ? 'decimal' : 'numeric'}
            value={member.when[name]}
            onChange={(text) => onChange({ ...member, when: { ...member.when, [name]: text } })}
          />
        ))}
      </div>
    </div>
  )
}
