import { type MemberChoice, membersMax } from '@turnpike/contract/routing/virtual-models'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { MemberRow } from './member-row.tsx'
import type { ProblemWords } from './use-virtual-form.ts'
import { shareOf } from './virtual-model-cells.tsx'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'
import { type MemberValues, movedMembers, newMember, type VirtualValues } from './virtual-values.ts'

type MemberFieldsProps = {
  values: VirtualValues
  problems: ProblemWords
  choices: readonly MemberChoice[] | undefined
  onChange: (members: MemberValues[]) => void
}

/** The models behind the name, which are moved by buttons, so that a keyboard moves them too. */
export function MemberFields({ values, problems, choices, onChange }: MemberFieldsProps) {
  const t = virtualModelsText.use()
  const { members, mode, groups } = values
  const list = useRef<HTMLOListElement>(null)
  /** The row whose button gets the focus again: a browser takes it from what moves. */
  const moved = useRef<{ id: number; by: -1 | 1 }>(undefined)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!moved.current) return
    const { id, by } = moved.current
    moved.current = undefined
    const row = list.current?.querySelector(`[data-member="${id}"]`)
    const buttons = [by, -by].map((way) => row?.querySelector<HTMLButtonElement>(`[data-move="${way}"]`))
    buttons.find((button) => button && !button.disabled)?.focus()
  })

  const weights = members.map(({ model, weight }) => (model.trim() === '' ? 0 : Number(weight) || 0))
  const nameOf = ({ model }: MemberValues, index: number) => model.trim() || t('member', { number: index + 1 })
  function move(index: number, by: -1 | 1) {
    const member = members[index]
    if (!member) return
    moved.current = { id: member.id, by }
    setSaid(t('placed', { name: nameOf(member, index), place: index + by + 1, count: members.length }))
    onChange(movedMembers(members, index, by))
  }
  return (
    <fieldset className={styles.memberFields}>
      <legend className={styles.legend}>{t('models')}</legend>
      <p className={styles.help}>{t('modelsHelp')}</p>
      <ol ref={list} className={`${layoutStyles.framed} ${styles.memberList}`}>
        {members.map((member, index) => (
          <MemberRow
            key={member.id}
            member={member}
            number={index + 1}
            name={nameOf(member, index)}
            share={mode === 'weight' ? shareOf(weights[index] ?? 0, weights) : undefined}
            groups={groups}
            problems={problems}
            choices={choices}
            canMove={{ up: index > 0, down: index < members.length - 1 }}
            onMove={(by) => move(index, by)}
            onRemove={members.length > 1 ? () => onChange(members.filter(({ id }) => id !== member.id)) : undefined}
            onChange={(changed) => onChange(members.map((each) => (each.id === changed.id ? changed : each)))}
          />
        ))}
      </ol>
      {problems.members && <div className={textStyles.problemSmall}>{problems.members}</div>}
      <Button
        icon={<Plus />}
        disabled={members.length >= membersMax}
        className={styles.add}
        onClick={() => onChange([...members, newMember()])}
      >
        {t('addMember')}
      </Button>
      <span role="status" className={textStyles.unseen}>
        {said}
      </span>
    </fieldset>
  )
}
