import { agentApi } from '@turnpike/contract/money/agents/agent-api'
import { dividendCauses, dividendStates } from '@turnpike/contract/money/agents/dividend'
import { agentKey } from '../../../components/earnings/use-agent-self.ts'
import { FilterRow, FilterSelect } from '../../../components/fields/filter-row.tsx'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { PeriodFilter, usePeriodWords } from '../../../components/period/period-filter.tsx'
import { type PeriodFilters, periodNames, spanOfFilters } from '../../../components/period/periods.ts'
import { nowSeconds } from '../../../lib/address/time-window.ts'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { call } from '../../../lib/api/call.ts'
import { DividendCard, useDividendColumns } from './dividend-rows.tsx'
import { dividendsText } from './dividends.text.ts'

type Filters = Record<'state' | 'cause' | keyof PeriodFilters, string>

const useDividends = (filters: Filters) =>
  usePageQuery([agentKey, 'dividends', filters], (range) => {
    const { state, cause, ...period } = filters
    return call(agentApi.dividends, { query: { ...range, state, cause, ...spanOfFilters(period, nowSeconds()) } })
  })

/** Every share of the agent, newest first. The filters are in the address. */
export function DividendsTab() {
  const t = dividendsText.use()
  const { filters, set, clear } = useFilters(['state', 'cause', ...periodNames])
  const period = usePeriodWords(filters)
  const state = dividendStates.find((name) => name === filters.state)
  const cause = dividendCauses.find((name) => name === filters.cause)
  const words = [state ? t(state) : filters.state, cause ? t(cause) : filters.cause, period]
  return (
    <>
      <FilterRow>
        <FilterDrawer count={[filters.state, filters.cause, filters.period].filter(Boolean).length}>
          <FilterSelect
            label={t('state')}
            all={t('allStates')}
            width={144}
            value={filters.state}
            options={dividendStates.map((name) => ({ value: name, label: t(name) }))}
            onChange={(chosen) => set({ state: chosen })}
          />
          <FilterSelect
            label={t('cause')}
            all={t('allCauses')}
            width={160}
            value={filters.cause}
            options={dividendCauses.map((name) => ({ value: name, label: t(name) }))}
            onChange={(chosen) => set({ cause: chosen })}
          />
          <PeriodFilter filters={filters} onChange={set} />
        </FilterDrawer>
      </FilterRow>
      <ListTable
        list={{ query: useDividends(filters) }}
        words={t}
        filtered={{ title: t('noMatch'), words, onClear: clear }}
        columns={useDividendColumns()}
        card={(dividend) => <DividendCard dividend={dividend} />}
      />
    </>
  )
}
