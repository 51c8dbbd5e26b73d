import { role } from '@turnpike/contract/identity/user'
import type { Granularity } from '@turnpike/contract/usage/dashboard'
import { useSearchParams } from 'react-router'
import { addressOfFilters, filtersOf } from '../../lib/address/address-filters.ts'
import { useStatus } from '../../lib/api/status.ts'
import { session } from '../../lib/session/session.ts'
import { isTooLong, type Range, readRange, spanOf, writeRange } from './dashboard-range.ts'

const names = ['range', 'granularity', 'start_timestamp', 'end_timestamp', 'username', 'figures'] as const

export const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The range, the bars and the user of the dashboard, all in the address. */
export function useDashboardView() {
  const [params, setParams] = useSearchParams()
  const status = useStatus()
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  const { username, figures, ...given } = filtersOf(params, names)
  const { range, granularity } = readRange(given, status?.data_export_default_time ?? 'hour')
  const change = (changes: Record<string, string>) =>
    setParams((now) => addressOfFilters(now, changes), { preventScrollReset: true })
  return {
    isAdmin,
    range,
    granularity,
    username: isAdmin ? username.trim() : '',
    /** Sales, cost and margin instead of usage; for administrators. */
    isProfit: isAdmin && figures === 'profit',
    isTooLong: !isAdmin && isTooLong(spanOf(range, nowSeconds())),
    /** Another range has bars of its own. */
    setRange: (next: Range) => change({ ...writeRange(next), granularity: '' }),
    setGranularity: (next: Granularity) => change({ ...writeRange(range), granularity: next }),
    setUsername: (next: string) => change({ username: next }),
    setProfit: (isProfit: boolean) => change({ figures: isProfit ? 'profit' : '' }),
    /** Minutes; a status stored by an older version lacks them. */
    refreshMinutes: status?.data_export_interval || 5,
  }
}
export type DashboardView = ReturnType<typeof useDashboardView>
