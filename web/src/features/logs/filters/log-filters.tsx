import { logType } from '@turnpike/contract/usage/log'
import { Button, Select } from 'antd'
import { FilterRow, FilterSelect, FilterSwitch, groupOptions } from '../../../components/fields/filter-row.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { WindowChoice, WindowRange } from '../../../components/time-window/window-field.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import styles from '../logs.module.css'
import { logsText } from '../logs.text.ts'
import { amountOf, type LogFilters as Filters, type LogView } from '../use-log-view.ts'
import { useLogGroups } from '../use-logs.ts'

type LogFiltersProps = { view: LogView; isLive: boolean; onLive: (on: boolean) => void }

/** Which rows are shown. On a phone all but the model is behind one button. */
export function LogFilters({ view, isLive, onLive }: LogFiltersProps) {
  const t = logsText.use()
  const small = useSmallScreen()
  const text = (name: keyof Filters, label: string, width = 128) => (
    <SearchField
      width={width}
      label={label}
      value={view.filters[name]}
      onSearch={(value) => view.set({ [name]: value.trim() })}
    />
  )
  const model = (
    <SearchField
      main
      width={184}
      label={t('modelFilter')}
      value={view.filters.model_name}
      onSearch={(value) => view.set({ model_name: value.trim() })}
    />
  )
  const others = (
    <>
      {text('token_name', t('tokenName'))}
      <GroupSelect view={view} />
      {(view.isAdmin || view.seesMembers) && text('username', t(view.isAdmin ? 'username' : 'memberFilter'))}
      {view.isAdmin && (
        <SearchField
          width={128}
          label={t('channelId')}
          value={view.filters.channel}
          onSearch={(value) => view.set({ channel: value.replace(/\D/g, '') })}
        />
      )}
      <SearchField
        width={120}
        label={t('costOverFilter')}
        value={view.filters.cost_over}
        onSearch={(value) => view.set({ cost_over: amountOf(value) })}
      />
      {text('request_id', t('requestId'), 148)}
    </>
  )
  const live = (
    <FilterSwitch on={isLive} onChange={onLive} title={t('liveHelp')}>
      {t('live')}
    </FilterSwitch>
  )
  if (small)
    return (
      <FilterRow tall>
        {model}
        <FilterDrawer count={view.filterCount - (view.filters.model_name ? 1 : 0)}>
          <WindowChoice view={view} block />
          <WindowRange view={view} daysMax={31} />
          <TypeSelect view={view} />
          {others}
          {live}
        </FilterDrawer>
      </FilterRow>
    )
  return (
    <FilterRow tall>
      <TypeSelect view={view} />
      <WindowChoice view={view} />
      <WindowRange view={view} daysMax={31} />
      {model}
      {others}
      <div className={`${layoutStyles.wideRow} ${styles.right}`}>
        {!view.isUntouched && (
          <Button type="text" onClick={view.reset}>
            {t('reset')}
          </Button>
        )}
        {live}
      </div>
    </FilterRow>
  )
}

function TypeSelect({ view }: { view: LogView }) {
  const t = logsText.use()
  const options = Object.entries(logType).map(([name, number]) => ({
    value: String(number),
    label: t(name as keyof typeof logType),
  }))
  return (
    <Select
      className={styles.type ?? ''}
      aria-label={t('type')}
      value={view.filters.type}
      options={[{ value: '', label: t('allTypes') }, ...options]}
      onChange={(type) => view.set({ type })}
    />
  )
}

function GroupSelect({ view }: { view: LogView }) {
  const t = logsText.use()
  const { data: groups = [], isPending } = useLogGroups(view.isAdmin)
  const { group } = view.filters
  return (
    <FilterSelect
      label={t('group')}
      all={t('anyGroup')}
      showSearch
      loading={isPending}
      value={group}
      width={128}
      options={groupOptions(groups, group)}
      onChange={(chosen) => view.set({ group: chosen })}
    />
  )
}
