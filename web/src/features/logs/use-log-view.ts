import { role } from '@turnpike/contract/user'
import { useSearchParams } from 'react-router'
import { addressOfFilters, filtersOf } from '../../lib/address/address-filters.ts'
import { session } from '../../lib/session/session.ts'
import { type LogWindow, readWindow, spanOf, spanProblem, writeWindow } from './log-window.ts'

const ownNames = ['type', 'token_name', 'model_name', 'group', 'request_id'] as const
const adminNames = ['username', 'channel'] as const
const windowNames = ['window', 'start_timestamp', 'end_timestamp'] as const

type FilterName = (typeof ownNames)[number] | (typeof adminNames)[number]
export type LogFilters = Record<FilterName, string>

export const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The filters, the window and the open rows of the log, all in the address. */
export function useLogView() {
  const [params, setParams] = useSearchParams()
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  const names: readonly FilterName[] = isAdmin ? [...ownNames, ...adminNames] : ownNames
  const given = filtersOf(params, [...ownNames, ...adminNames])
  const filters: LogFilters = isAdmin ? given : { ...given, username: '', channel: '' }
  const window = readWindow(filtersOf(params, windowNames))
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
    setWindow: (next: LogWindow) => change(writeWindow(next)),
    /** Filters and window as on the first visit. */
    reset: () => change({ ...noFilters, ...Object.fromEntries(windowNames.map((name) => [name, ''])) }),
    isUntouched: [...names, ...windowNames].every((name) => !params.get(name)),
    problem: window.kind === 'own' ? spanProblem(spanOf(window, 0)) : undefined,
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
