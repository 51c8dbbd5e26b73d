import { Button, Input, Switch } from 'antd'
import { FileText, Gauge, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../components/buttons/quiet-button.tsx'
import { readDecimal } from '../../../components/options/price-math.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import toneStyles from '../../../components/style/tone.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import type { OptionForm } from '../form/section-table.ts'
import { DecimalCell } from './decimal-cell.tsx'
import { type Group, groupsOf, isGroupName, readGroups, textsWithGroup } from './group-maps.ts'
import { groupsText } from './group-table.text.ts'
import styles from './operation.module.css'

const GroupLimits = lazyPart(
  async () => (await import('../../../components/limits/group-limits-drawer.tsx')).GroupLimitsDrawer,
)
const GroupRecords = lazyPart(
  async () => (await import('../../../components/prompt-records/form/group-records.tsx')).GroupRecords,
)

/** The groups row by row; an edit changes the JSON below at once. */
export function GroupTable({ form }: { form: OptionForm }) {
  const t = groupsText.use()
  const [limited, setLimited] = useState<string>()
  const [recorded, setRecorded] = useState<string>()
  const maps = readGroups(form.texts)
  if (!maps) return <p className={`${toneStyles.warningTint} ${styles.note}`}>{t('broken')}</p>

  const stored = readGroups(form.stored)
  const set = (group: Group) => form.edit(textsWithGroup(maps, group))
  const groups = groupsOf(maps)
  const typeRatio = (group: Group) => (text: string) => {
    const read = readDecimal(text)
    if ('problem' in read) return t(read.problem)
    set({ ...group, ratio: Number(read.text) })
    return undefined
  }
  return (
    <div>
      <div className={layoutStyles.framed}>
        <div className={`${textStyles.quietSmall} ${styles.head}`} aria-hidden="true">
          <span>{t('name')}</span>
          <span className={styles.figure}>{t('ratio')}</span>
          <span>{t('usable')}</span>
          <span>{t('description')}</span>
        </div>
        <ul>
          {groups.map((group) => {
            const { name, ratio, description } = group
            const about = (column: string) => t('of', { column, group: name })
            return (
              <li key={name} className={styles.row}>
                <span className={styles.name} title={name}>
                  {name}
                </span>
                <span className={styles.caption}>{t('ratio')}</span>
                <div className={styles.ratio} title={ratio === undefined ? t('needsRatio') : undefined}>
                  <DecimalCell
                    value={ratio === undefined ? '—' : String(ratio)}
                    label={about(t('ratio'))}
                    isChanged={stored?.ratios.get(name) !== ratio}
                    onType={typeRatio(group)}
                    state={group}
                    onRestore={set}
                  />
                </div>
                <span className={styles.caption}>{t('usable')}</span>
                <Switch
                  className={styles.usable}
                  size="small"
                  aria-label={about(t('usable'))}
                  checked={description !== undefined}
                  onChange={(isOn) =>
                    set({ ...group, description: isOn ? (stored?.usable.get(name) ?? name) : undefined })
                  }
                />
                <Input
                  className={styles.description}
                  aria-label={about(t('description'))}
                  autoComplete="off"
                  disabled={description === undefined}
                  value={description ?? ''}
                  onChange={(event) => set({ ...group, description: event.target.value })}
                />
                <span className={styles.actions}>
                  <IconButton
                    icon={<Gauge />}
                    label={t('limits', { group: name })}
                    disabled={stored?.ratios.get(name) === undefined}
                    onClick={() => setLimited(name)}
                  />
                  <IconButton
                    icon={<FileText />}
                    label={t('records', { group: name })}
                    disabled={stored?.ratios.get(name) === undefined}
                    onClick={() => setRecorded(name)}
                  />
                  <IconButton
                    icon={<Trash2 />}
                    label={t('remove', { group: name })}
                    onClick={() => set({ name, ratio: undefined, description: undefined })}
                  />
                </span>
              </li>
            )
          })}
        </ul>
        <AddGroup
          taken={groups.map(({ name }) => name)}
          onAdd={(name) => set({ name, ratio: 1, description: undefined })}
        />
      </div>
      <p className={`${textStyles.hint} ${styles.help}`}>{t('usableHelp')}</p>
      {limited !== undefined && <GroupLimits group={limited} onClosed={() => setLimited(undefined)} />}
      {recorded !== undefined && <GroupRecords group={recorded} onClosed={() => setRecorded(undefined)} />}
    </div>
  )
}

type AddGroupProps = { taken: readonly string[]; onAdd: (name: string) => void }

/** The last row of the table: adds a group by its name. */
function AddGroup({ taken, onAdd }: AddGroupProps) {
  const t = groupsText.use()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  function add() {
    const name = typed.trim()
    const why =
      name === '' ? 'nameMissing' : !isGroupName(name) ? 'nameBad' : taken.includes(name) ? 'nameTaken' : undefined
    setProblem(why && t(why))
    if (why) return
    setTyped('')
    onAdd(name)
  }
  return (
    <div className={`${layoutStyles.wrappingRow} ${styles.add}`}>
      <Input
        className={styles.newName}
        aria-label={t('newName')}
        placeholder={t('newName')}
        autoComplete="off"
        status={problem && 'error'}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
        onPressEnter={(event) => {
          event.preventDefault() // adds the group and does not submit the form
          add()
        }}
      />
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
