import { Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useText } from '../../../lib/text/text.ts'
import { channelsText } from '../channels.text.ts'
import styles from './channel-filters.module.css'
import type { ChannelView } from './use-channel-view.ts'
import { useGroups } from './use-channels.ts'

type ChannelFiltersProps = { view: ChannelView; isBatch: boolean; onBatch: (on: boolean) => void }

/** Which channels are shown, and how. On a phone all but the search is behind one button. */
export function ChannelFilters({ view, isBatch, onBatch }: ChannelFiltersProps) {
  const t = useText(channelsText)
  const { filters, setFilter } = view
  const search = (
    <SearchField
      main
      className={styles.keyword}
      label={t('keyword')}
      value={filters.keyword}
      onSearch={(keyword) => setFilter({ keyword })}
    />
  )
  const others = (
    <>
      <SearchField
        className={styles.model}
        label={t('model')}
        value={filters.model}
        onSearch={(model) => setFilter({ model })}
      />
      <GroupSelect value={filters.group} onChange={(group) => setFilter({ group })} />
    </>
  )
  const switches = (
    <>
      <ViewSwitch on={view.isIdSorted} onChange={view.setIdSorted}>
        {t('idSort')}
      </ViewSwitch>
      <ViewSwitch on={view.isTagMode} onChange={view.setTagMode}>
        {t('tagMode')}
      </ViewSwitch>
      <ViewSwitch on={isBatch} onChange={onBatch}>
        {t('batch')}
      </ViewSwitch>
    </>
  )
  if (useSmallScreen()) {
    const count = [filters.model, filters.group, view.isTagMode].filter(Boolean).length
    return (
      <div className={styles.filters}>
        {search}
        <FilterDrawer count={count}>
          {others}
          {switches}
        </FilterDrawer>
      </div>
    )
  }
  return (
    <div className={styles.filters}>
      {search}
      {others}
      <div className={styles.switches}>{switches}</div>
    </div>
  )
}

function GroupSelect({ value, onChange }: { value: string; onChange: (group: string) => void }) {
  const t = useText(channelsText)
  const { data: groups = [], isPending } = useGroups()
  // A link may name a group that is gone.
  const names = value && !groups.includes(value) ? [value, ...groups] : groups
  return (
    <Select
      className={styles.group ?? ''}
      aria-label={t('group')}
      placeholder={t('allGroups')}
      allowClear
      showSearch
      loading={isPending}
      value={value || null}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={(group: string | null | undefined) => onChange(group ?? '')}
    />
  )
}

type ViewSwitchProps = { on: boolean; onChange: (on: boolean) => void; children: ReactNode }

function ViewSwitch({ on, onChange, children }: ViewSwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
    <label className={styles.switch}>
      <Switch size="small" checked={on} onChange={onChange} />
      <span>{children}</span>
    </label>
  )
}
