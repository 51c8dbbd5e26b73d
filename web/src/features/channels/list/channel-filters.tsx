import { channelTypeOrder } from '@turnpike/contract/channel-types'
import { channelHealths, type StatusWord } from '@turnpike/contract/routing/channel'
import { Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useText } from '../../../lib/text/text.ts'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'
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
      <ChoiceSelect
        className={styles.choice}
        label={t('status')}
        all={t('allStatuses')}
        value={filters.status}
        options={statuses.map(({ word, label }) => ({ value: word, label: t(label) }))}
        onChange={(status) => setFilter({ status })}
      />
      <ChoiceSelect
        className={styles.choice}
        label={t('health')}
        all={t('allHealths')}
        value={filters.health}
        options={channelHealths.map((health) => ({ value: health, label: t(health) }))}
        onChange={(health) => setFilter({ health })}
      />
      <TypeSelect value={filters.type} onChange={(type) => setFilter({ type })} />
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
    </>
  )
  if (useSmallScreen()) {
    const { model, group, status, health, type } = filters
    const count = [model, group, status, health, type, view.isTagMode].filter(Boolean).length
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
      <div className={styles.switches}>
        {switches}
        <ViewSwitch on={isBatch} onChange={onBatch}>
          {t('batch')}
        </ViewSwitch>
      </div>
    </div>
  )
}

const statuses: { word: StatusWord; label: 'enabled' | 'disabled' | 'autoDisabled' }[] = [
  { word: 'enabled', label: 'enabled' },
  { word: 'disabled', label: 'disabled' },
  { word: 'auto_disabled', label: 'autoDisabled' },
]

function GroupSelect({ value, onChange }: { value: string; onChange: (group: string) => void }) {
  const t = useText(channelsText)
  const { data: groups = [], isPending } = useGroups()
  // A link may name a group that is gone.
  const names = value && !groups.includes(value) ? [value, ...groups] : groups
  return (
    <ChoiceSelect
      className={styles.group}
      label={t('group')}
      all={t('allGroups')}
      showSearch
      loading={isPending}
      value={value}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  )
}

function TypeSelect({ value, onChange }: { value: string; onChange: (type: string) => void }) {
  const t = useText(channelsText)
  const nameOf = useChannelTypeName()
  const options = channelTypeOrder.map((type) => ({ value: String(type), label: nameOf(type) }))
  // A link may name a number of a newer version.
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <ChoiceSelect
      className={styles.group}
      label={t('type')}
      all={t('allTypes')}
      showSearch
      value={value}
      options={isKnown ? options : [{ value, label: nameOf(Number(value)) }, ...options]}
      onChange={onChange}
    />
  )
}

type ChoiceSelectProps = {
  className: string | undefined
  label: string
  /** Shown while nothing is chosen. */
  all: string
  value: string
  options: { value: string; label: string }[]
  showSearch?: boolean
  loading?: boolean
  onChange: (value: string) => void
}

/** One filter with a few values; empty means all of them. */
function ChoiceSelect({ className, label, all, value, options, showSearch, loading, onChange }: ChoiceSelectProps) {
  return (
    <Select
      className={className ?? ''}
      aria-label={label}
      placeholder={all}
      allowClear
      showSearch={showSearch ? { optionFilterProp: 'label' } : false}
      loading={loading ?? false}
      popupMatchSelectWidth={false}
      value={value || null}
      options={options}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? '')}
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
