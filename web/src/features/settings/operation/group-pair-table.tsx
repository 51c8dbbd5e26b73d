import { Button, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../components/buttons/quiet-button.tsx'
import { readDecimal } from '../../../components/options/price-math.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import toneStyles from '../../../components/style/tone.module.css'
import { dictionary } from '../../../lib/text/text.ts'
import type { OptionForm } from '../form/section-table.ts'
import { DecimalCell } from './decimal-cell.tsx'
import { readGroups } from './group-maps.ts'
import { pairsOf, readPairs, textWithPair } from './group-pairs.ts'
import { groupsText } from './group-table.text.ts'
import styles from './operation.module.css'

const pairText = dictionary({
  user: ['Users of', '用户所属分组'],
  group: ['in group', '请求分组'],
  ratioOf: ['Ratio of users of {user} in {group}', '{user} 的用户在 {group} 的倍率'],
  remove: ['Delete the ratio of {user} in {group}', '删除 {user} 在 {group} 的倍率'],
  add: ['Add ratio', '添加倍率'],
  taken: ['This pair already has a ratio', '该组合已有倍率'],
  missing: ['Choose two groups', '请选择两个分组'],
})

/** The ratios between groups row by row; an edit changes the JSON below at once. */
export function GroupPairTable({ form }: { form: OptionForm }) {
  const t = pairText.use()
  const shared = groupsText.use()
  const map = readPairs(form.texts.GroupGroupRatio ?? '')
  if (!map) return <p className={`${toneStyles.warningTint} ${styles.note}`}>{shared('broken')}</p>

  const stored = readPairs(form.stored.GroupGroupRatio ?? '')
  const groups = [...(readGroups(form.texts)?.ratios.keys() ?? [])]
  const set = (user: string, group: string, ratio: number | undefined) =>
    form.edit({ GroupGroupRatio: textWithPair(map, user, group, ratio) })
  return (
    <div className={layoutStyles.framed}>
      {map.size > 0 && (
        <div className={`${textStyles.quietSmall} ${styles.pairHead}`} aria-hidden="true">
          <span>{t('user')}</span>
          <span>{t('group')}</span>
          <span className={styles.figure}>{t('ratio')}</span>
        </div>
      )}
      <ul>
        {pairsOf(map).map(({ user, group, ratio }) => (
          <li key={`${user},${group}`} className={styles.pair}>
            <span className={styles.name} title={user}>
              {user}
            </span>
            <span className={styles.name} title={group}>
              {group}
            </span>
            <DecimalCell
              value={String(ratio)}
              label={t('ratioOf', { user, group })}
              isChanged={stored?.get(user)?.get(group) !== ratio}
              onType={(text) => {
                const read = readDecimal(text)
                if ('problem' in read) return shared(read.problem)
                set(user, group, Number(read.text))
                return undefined
              }}
              state={ratio}
              onRestore={(before) => set(user, group, before)}
            />
            <IconButton
              icon={<Trash2 />}
              label={t('remove', { user, group })}
              onClick={() => set(user, group, undefined)}
            />
          </li>
        ))}
      </ul>
      <AddPair
        groups={groups}
        isTaken={(user, group) => map.get(user)?.has(group) === true}
        onAdd={(user, group) => set(user, group, 1)}
      />
    </div>
  )
}

type AddPairProps = {
  groups: readonly string[]
  isTaken: (user: string, group: string) => boolean
  onAdd: (user: string, group: string) => void
}

/** The last row of the table: adds a pair of groups. */
function AddPair({ groups, isTaken, onAdd }: AddPairProps) {
  const t = pairText.use()
  const [pair, setPair] = useState<{ user?: string; group?: string }>({})
  const [problem, setProblem] = useState<string>()
  const options = groups.map((value) => ({ value, label: value }))

  function add() {
    const { user, group } = pair
    if (user === undefined || group === undefined) return setProblem(t('missing'))
    if (isTaken(user, group)) return setProblem(t('taken'))
    onAdd(user, group)
    setPair({})
  }
  return (
    <div className={`${layoutStyles.wrappingRow} ${styles.add}`}>
      {(['user', 'group'] as const).map((side) => (
        <Select
          key={side}
          className={styles.pairChoice}
          aria-label={t(side)}
          placeholder={t(side)}
          value={pair[side]}
          options={options}
          onChange={(name: string) => {
            setPair({ ...pair, [side]: name })
            setProblem(undefined)
          }}
        />
      ))}
      <Button icon={<Plus />} onClick={add}>
        {t('add')}
      </Button>
      {problem && (
        <span className={`${textStyles.problem} ${textStyles.small}`} role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
