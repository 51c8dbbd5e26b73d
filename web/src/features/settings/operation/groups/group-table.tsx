import { Button, Input, Switch } from 'antd'
import { FileText, Gauge, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { useText } from '../../../../lib/text/text.ts'
import type { OptionForm } from '../../form/option-form.ts'
import { DecimalCell } from '../decimal-cell.tsx'
import { readDecimal } from '../read-decimal.ts'
import { AddGroup } from './add-group.tsx'
import { type Group, groupsOf, readGroups, textsWithGroup } from './group-maps.ts'
import styles from './group-table.module.css'
import { groupsText } from './groups.text.ts'

const GroupLimits = lazyPart(
  async () => (await import('../../../../components/limits/group-limits-drawer.tsx')).GroupLimitsDrawer,
)
const GroupRecords = lazyPart(
  async () => (await import('../../../../components/prompt-records/form/group-records.tsx')).GroupRecords,
)

/** The groups row by row; an edit changes the JSON below at once. */
export function GroupTable({ form }: { form: OptionForm }) {
  const t = useText(groupsText)
  const [limited, setLimited] = useState<string>()
  const [recorded, setRecorded] = useState<string>()
  const maps = readGroups(form.texts)
  if (!maps) return <p className={styles.broken}>{t('broken')}</p>

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
      <div className={styles.table}>
        <div className={styles.head} aria-hidden="true">
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
                  <Button
                    type="text"
                    size="small"
                    icon={<Gauge />}
                    disabled={stored?.ratios.get(name) === undefined}
                    aria-label={t('limits', { group: name })}
                    title={t('limits', { group: name })}
                    onClick={() => setLimited(name)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<FileText />}
                    disabled={stored?.ratios.get(name) === undefined}
                    aria-label={t('records', { group: name })}
                    title={t('records', { group: name })}
                    onClick={() => setRecorded(name)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<Trash2 />}
                    aria-label={t('remove', { group: name })}
                    title={t('remove', { group: name })}
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
      <p className={styles.help}>{t('usableHelp')}</p>
      {limited !== undefined && (
        <Suspense>
          <GroupLimits group={limited} onClosed={() => setLimited(undefined)} />
        </Suspense>
      )}
      {recorded !== undefined && (
        <Suspense>
          <GroupRecords group={recorded} onClosed={() => setRecorded(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
