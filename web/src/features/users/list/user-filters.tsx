import { Select } from 'antd'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useText } from '../../../lib/text/text.ts'
import { useGroups } from '../use-users.ts'
import styles from './users.module.css'
import { usersText } from './users.text.ts'

type Filters = { keyword: string; group: string }
type UserFiltersProps = { filters: Filters; onChange: (change: Partial<Filters>) => void }

/** Which users are shown. On a phone the group is behind a button. */
export function UserFilters({ filters, onChange }: UserFiltersProps) {
  const t = useText(usersText)
  const small = useSmallScreen()
  const { data: groups = [], isPending } = useGroups()
  // A link may name a group that is gone.
  const names = filters.group && !groups.includes(filters.group) ? [filters.group, ...groups] : groups
  const group = (
    <Select
      className={styles.group ?? ''}
      aria-label={t('group')}
      placeholder={t('allGroups')}
      allowClear
      showSearch
      loading={isPending}
      value={filters.group || null}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={(chosen: string | null | undefined) => onChange({ group: chosen ?? '' })}
    />
  )
  return (
    <div className={styles.filters}>
      <SearchField
        main
        className={styles.keyword}
        label={t('search')}
        value={filters.keyword}
        onSearch={(keyword) => onChange({ keyword })}
      />
      {small ? <FilterDrawer count={filters.group ? 1 : 0}>{group}</FilterDrawer> : group}
    </div>
  )
}
