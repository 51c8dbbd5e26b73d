import { role } from '@turnpike/contract/identity/user'
import type { Granularity } from '@turnpike/contract/usage/dashboard'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { addressOfFilters, filtersOf } from '../../lib/address/address-filters.ts'
import { useSeesMembers } from '../../lib/api/organisations.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useSeesEveryone } from '../../lib/session/everyone.ts'
import { session } from '../../lib/session/session.ts'
import { isTooLong, type Range, readRange, spanOf, writeRange } from './dashboard-range.ts'

const names = ['range', 'granularity', 'start_timestamp', 'end_timestamp', 'username', 'figures'] as const

const profitPath = '/profit'

export const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The range, the bars and the user of the dashboard, all in the address. */
export function useDashboardView() {
  const [params, setParams] = useSearchParams()
  const status = useStatus()
  const { pathname } = useLocation()
  const seesEveryone = useSeesEveryone()
  const seesMembers = useSeesMembers()
  // The page of the profit is an administrator's in every context.
  const isProfit = (session.use()?.role ?? 0) >= role.admin && pathname === profitPath
  const isAdmin = seesEveryone || isProfit
  const { username, figures, ...given } = filtersOf(params, names)
  const { range, granularity } = readRange(given, status?.data_export_default_time ?? 'hour')
  const navigate = useNavigate()
  const change = (changes: Record<string, string>) =>
    setParams((now) => addressOfFilters(now, changes), { preventScrollReset: true })
  return {
    isAdmin,
    range,
    granularity,
    /** The figures are those of all members of an organisation. */
    seesMembers,
    username: isAdmin || seesMembers ? username.trim() : '',
    /** Sales, cost and margin instead of usage; for administrators. */
    isProfit,
    /** The page of the profit, for its old address on the page of usage. */
    movedTo: isAdmin && figures === 'profit' ? `${profitPath}?${addressOfFilters(params, { figures: '' })}` : undefined,
    isTooLong: !isAdmin && isTooLong(spanOf(range, nowSeconds())),
    /** Another range has bars of its own. */
    setRange: (next: Range) => change({ ...writeRange(next), granularity: '' }),
    setGranularity: (next: Granularity) => change({ ...writeRange(range), granularity: next }),
    setUsername: (next: string) => change({ username: next }),
    /** Usage and profit are two pages that share a range. */
    setProfit: (wanted: boolean) => {
      const search = String(addressOfFilters(params, { figures: '' }))
      void navigate({ pathname: wanted ? profitPath : '/detail', search }, { preventScrollReset: true })
    },
    /** Minutes; a status stored by an older version lacks them. */
    refreshMinutes: status?.data_export_interval || 5,
  }
}
export type DashboardView = ReturnType<typeof useDashboardView>
