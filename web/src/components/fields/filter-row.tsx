import { Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import styles from './filter-row.module.css'
import { SearchField } from './search-field.tsx'

/** The filters of a list. On a small screen the first one fills the line that it shares with a button. */
export const FilterRow = ({ tall = false, children }: { tall?: boolean; children: ReactNode }) => (
  <div className={tall ? `${styles.row} ${styles.tall}` : styles.row}>{children}</div>
)

type KeywordFilterProps = {
  label: string
  width: number
  filters: { keyword: string }
  onChange: (change: { keyword: string }) => void
}

/** The search of a list, whose text is the filter `keyword`. */
export const KeywordFilter = ({ label, width, filters: { keyword }, onChange }: KeywordFilterProps) => (
  <SearchField main width={width} label={label} value={keyword} onSearch={(text) => onChange({ keyword: text })} />
)

type FilterSelectProps = {
  label: string
  /** Shown while nothing is chosen. */
  all: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
  width: number
  showSearch?: boolean
  loading?: boolean
}

/** A filter with a few values; empty means all of them. */
export function FilterSelect({ label, all, value, width, options, onChange, ...rest }: FilterSelectProps) {
  const { showSearch = false, loading = false } = rest
  return (
    <Select
      className={styles.sized ?? ''}
      style={{ flexBasis: width }}
      aria-label={label}
      placeholder={all}
      allowClear
      showSearch={showSearch && { optionFilterProp: 'label' }}
      loading={loading}
      popupMatchSelectWidth={false}
      value={value || null}
      options={options}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? '')}
    />
  )
}

/** The options of a filter by group. A link may name a group that is gone. */
export const groupOptions = (groups: readonly string[], chosen: string) =>
  (chosen && !groups.includes(chosen) ? [chosen, ...groups] : groups).map((name) => ({ value: name, label: name }))

type FilterSwitchProps = { on: boolean; onChange: (on: boolean) => void; title?: string; children: ReactNode }

export const FilterSwitch = ({ on, onChange, title, children }: FilterSwitchProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
  <label className={styles.switch} title={title}>
    <Switch size="small" checked={on} onChange={onChange} />
    <span>{children}</span>
  </label>
)
