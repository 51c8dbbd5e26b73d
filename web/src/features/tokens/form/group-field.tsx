import { SelectField } from '../../../components/fields/choice-field.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { useSeat } from '../../../lib/api/organisations.ts'
import styles from '../tokens.module.css'
import type { TokenGroups } from '../use-token-groups.ts'
import { tokenFormText } from './token-form.text.ts'

type GroupFieldProps = {
  value: string
  groups: TokenGroups
  problem: string | undefined
  onChange: (group: string) => void
}

type Choice = { value: string; name: string; text: string; ratio: number | undefined }

function choicesOf(value: string, groups: TokenGroups, words: { own: string; gone: string }): Choice[] {
  const own = groups.of('')
  // The own group is the first choice; it is listed by its name only where that was chosen before.
  const usable = Object.entries(groups.usable)
    .filter(([name]) => name !== own.name || name === value)
    .map(([name, { desc, ratio }]) => ({ value: name, name, text: desc, ratio }))
  const isGone = value !== '' && !groups.isPending && !Object.hasOwn(groups.usable, value)
  return [
    { value: '', name: own.name, text: words.own, ratio: own.ratio },
    ...usable,
    ...(isGone ? [{ value, name: value, text: words.gone, ratio: undefined }] : []),
  ]
}

/** The group whose channels a token uses, with its ratio. */
export function GroupField({ value, groups, problem, onChange }: GroupFieldProps) {
  const t = tokenFormText.use()
  const seat = useSeat()
  const shipped = new Map([
    ['默认分组', t('shippedDefault')],
    ['VIP 分组', t('shippedVip')],
  ])
  const choices = choicesOf(value, groups, { own: t(seat ? 'orgGroup' : 'ownGroup'), gone: t('groupGone') })
  const choiceLabel = (choice: Choice | undefined) => (
    <span className={layoutStyles.shrinkingRow}>
      <span className={`${textStyles.mediumEllipsis} ${styles.groupName}`}>{choice?.name}</span>
      <span className={`${textStyles.ellipsis} ${styles.groupText}`}>
        {choice && (shipped.get(choice.text) ?? choice.text)}
      </span>
      {choice?.ratio !== undefined && <RatioTag ratio={choice.ratio} />}
    </span>
  )
  return (
    <SelectField
      label={t('group')}
      problem={problem}
      loading={groups.isPending}
      value={value}
      options={choices.map((choice) => ({
        value: choice.value,
        label: `${choice.name} ${shipped.get(choice.text) ?? choice.text}`,
        choice,
      }))}
      optionRender={({ data }) => choiceLabel(data.choice)}
      labelRender={() => choiceLabel(choices.find((choice) => choice.value === value))}
      onChange={onChange}
    />
  )
}
