import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { FilterRow } from '../fields/filter-row.tsx'
import { SearchField } from '../fields/search-field.tsx'
import { FilterDrawer } from '../overlay/filter-drawer.tsx'
import layoutStyles from '../style/layout.module.css'
import { WindowChoice, WindowRange } from '../time-window/window-field.tsx'
import styles from './tasks.module.css'
import { taskListText } from './tasks.text.ts'
import type { TaskView } from './use-task-list.ts'

type TaskFiltersProps<Name extends string> = {
  view: TaskView<Name>
  /** The filter that holds the upstream's id of a task. */
  idName: NoInfer<Name>
  /** The filters of this list alone. */
  children?: ReactNode
}

/** The filters of a list of tasks. On a phone all but the id is behind one button. */
export function TaskFilters<Name extends string>({ view, idName, children }: TaskFiltersProps<Name>) {
  const t = taskListText.use()
  const small = useSmallScreen()
  const search = (name: Name | 'channel_id', label: string, isMain: boolean, read: (text: string) => string) => (
    <SearchField
      main={isMain}
      width={isMain ? 148 : 120}
      label={label}
      value={view.filters[name]}
      onSearch={(value) => view.set({ [name]: read(value) } as Partial<Record<Name | 'channel_id', string>>)}
    />
  )
  const id = search(idName, t('taskId'), true, (text) => text.trim())
  const others = (
    <>
      {children}
      {view.isAdmin && search('channel_id', t('channelId'), false, (text) => text.replace(/\D/g, ''))}
    </>
  )
  if (small)
    return (
      <FilterRow tall>
        {id}
        <FilterDrawer count={view.filterCount - (view.filters[idName] ? 1 : 0)}>
          <WindowChoice view={view} block />
          <WindowRange view={view} />
          {others}
        </FilterDrawer>
      </FilterRow>
    )
  return (
    <FilterRow tall>
      <WindowChoice view={view} />
      <WindowRange view={view} />
      {id}
      {others}
      {!view.isUntouched && (
        <Button className={layoutStyles.atEnd ?? ''} type="text" onClick={view.reset}>
          {t('reset')}
        </Button>
      )}
    </FilterRow>
  )
}

type ChoiceFilterProps = {
  label: string
  /** Shown while no value is chosen: "All platforms". */
  all: string
  value: string
  choices: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

/** One of several values, or all. */
export function ChoiceFilter({ label, all, value, choices, onChoose }: ChoiceFilterProps) {
  // A link may name a value that is not in the list.
  const isListed = value === '' || choices.some((choice) => choice.value === value)
  return (
    <Select
      className={styles.choice ?? ''}
      aria-label={label}
      popupMatchSelectWidth={false}
      value={value}
      options={[{ value: '', label: all }, ...(isListed ? [] : [{ value, label: value }]), ...choices]}
      onChange={onChoose}
    />
  )
}
