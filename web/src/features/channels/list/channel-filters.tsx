import { channelTypeOrder } from '@turnpike/contract/channel-types'
import { channelHealths, type StatusWord } from '@turnpike/contract/routing/channel'
import {
  FilterRow,
  FilterSelect,
  FilterSwitch,
  groupOptions,
  KeywordFilter,
} from '../../../components/fields/filter-row.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'
import type { ChannelView } from './use-channel-view.ts'
import { useGroups } from './use-channels.ts'

type ChannelFiltersProps = { view: ChannelView; isBatch: boolean; onBatch: (on: boolean) => void }

/** Which channels are shown, and how. On a phone all but the search is behind one button. */
export function ChannelFilters({ view, isBatch, onBatch }: ChannelFiltersProps) {
  const t = channelsText.use()
  const { filters, setFilter } = view
  const search = <KeywordFilter width={188} label={t('keyword')} filters={filters} onChange={setFilter} />
  const others = (
    <>
      <SearchField width={120} label={t('model')} value={filters.model} onSearch={(model) => setFilter({ model })} />
      <GroupSelect value={filters.group} onChange={(group) => setFilter({ group })} />
      <FilterSelect
        width={122}
        label={t('status')}
        all={t('allStatuses')}
        value={filters.status}
        options={statuses.map(({ word, label }) => ({ value: word, label: t(label) }))}
        onChange={(status) => setFilter({ status })}
      />
      <FilterSelect
        width={122}
        label={t('health')}
        all={t('allHealths')}
        value={filters.health}
        options={channelHealths.map((health) => ({ value: health, label: t(health) }))}
        onChange={(health) => setFilter({ health })}
      />
      <TypeSelect value={filters.type} onChange={(type) => setFilter({ type })} />
    </>
  )
  const tagSwitch = (
    <FilterSwitch on={view.isTagMode} onChange={view.setTagMode}>
      {t('tagMode')}
    </FilterSwitch>
  )
  if (useSmallScreen()) {
    const { model, group, status, health, type } = filters
    const count = [model, group, status, health, type, view.isTagMode].filter(Boolean).length
    return (
      <FilterRow>
        {search}
        <FilterDrawer count={count}>
          {others}
          {/* Cards have no column heads to sort by. */}
          <FilterSwitch on={view.isIdSorted} onChange={view.setIdSorted}>
            {t('idSort')}
          </FilterSwitch>
          {tagSwitch}
        </FilterDrawer>
      </FilterRow>
    )
  }
  return (
    <FilterRow>
      {search}
      {others}
      <div className={styles.switches}>
        {tagSwitch}
        <FilterSwitch on={isBatch} onChange={onBatch}>
          {t('batch')}
        </FilterSwitch>
      </div>
    </FilterRow>
  )
}

const statuses: { word: StatusWord; label: 'enabled' | 'disabled' | 'autoDisabled' }[] = [
  { word: 'enabled', label: 'enabled' },
  { word: 'disabled', label: 'disabled' },
  { word: 'auto_disabled', label: 'autoDisabled' },
]

function GroupSelect({ value, onChange }: { value: string; onChange: (group: string) => void }) {
  const t = channelsText.use()
  const { data: groups = [], isPending } = useGroups()
  return (
    <FilterSelect
      width={116}
      label={t('group')}
      all={t('allGroups')}
      showSearch
      loading={isPending}
      value={value}
      options={groupOptions(groups, value)}
      onChange={onChange}
    />
  )
}

function TypeSelect({ value, onChange }: { value: string; onChange: (type: string) => void }) {
  const t = channelsText.use()
  const nameOf = useChannelTypeName()
  const options = channelTypeOrder.map((type) => ({ value: String(type), label: nameOf(type) }))
  // A link may name a number of a newer version.
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <FilterSelect
      width={116}
      label={t('type')}
      all={t('allTypes')}
      showSearch
      value={value}
      options={isKnown ? options : [{ value, label: nameOf(Number(value)) }, ...options]}
      onChange={onChange}
    />
  )
}
