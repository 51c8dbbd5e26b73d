import { role } from '@turnpike/contract/identity/user'
import { useSearchParams } from 'react-router'
import { addressOfFilters, filtersOf } from '../../lib/address/address-filters.ts'
import {
  monthSeconds,
  readWindow,
  spanOf,
  spanProblem,
  type TimeWindow,
  windowNames,
  writeWindow,
} from '../../lib/address/time-window.ts'
import { session } from '../../lib/session/session.ts'

const ownNames = ['type', 'token_name', 'model_name', 'group', 'request_id'] as const
const adminNames = ['username', 'channel'] as const

/** Shown when the address names no window. */
const usualWindow = '3d'

type FilterName = (typeof ownNames)[number] | (typeof adminNames)[number]
export type LogFilters = Record<FilterName, string>

/** The filters, the window and the open rows of the log, all in the address. */
export function useLogView() {
  const [params, setParams] = useSearchParams()
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  const names: readonly FilterName[] = isAdmin ? [...ownNames, ...adminNames] : ownNames
  const given = filtersOf(params, [...ownNames, ...adminNames])
  const filters: LogFilters = isAdmin ? given : { ...given, username: '', channel: '' }
  const window = readWindow(filtersOf(params, windowNames), usualWindow)
  /** Open rows are those of the rows before. */
  const change = (changes: Record<string, string>) =>
    setParams((now) => addressOfFilters(now, { ...changes, open: '' }), { preventScrollReset: true })
  const set = (changes: Partial<LogFilters>) => change(changes as Record<string, string>)
  const noFilters = Object.fromEntries(names.map((name) => [name, '']))
  return {
    isAdmin,
    filters,
    /** How many filters are set, the window not among them. */
    filterCount: names.filter((name) => filters[name]).length,
    set,
    clear: () => change(noFilters),
    window,
    setWindow: (next: TimeWindow) => change(writeWindow(next, usualWindow)),
    /** Filters and window as on the first visit. */
    reset: () => change({ ...noFilters, ...Object.fromEntries(windowNames.map((name) => [name, ''])) }),
    isUntouched: [...names, ...windowNames].every((name) => !params.get(name)),
    problem: window.kind === 'own' ? spanProblem(spanOf(window, 0), monthSeconds) : undefined,
    openRows: params.getAll('open').map(Number),
    toggleRow: (id: number) =>
      setParams((now) => withRowToggled(now, String(id)), { preventScrollReset: true, replace: true }),
  }
}
export type LogView = ReturnType<typeof useLogView>

function withRowToggled(params: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (next.has('open', id)) next.delete('open', id)
  else next.append('open', id)
  return next
}
