import { role } from '@turnpike/contract/identity/user'
import {
  type QuickWindow,
  readWindow,
  spanOf,
  spanProblem,
  type TimeWindow,
  windowNames,
  writeWindow,
} from '../../lib/address/time-window.ts'
import { useFilters } from '../../lib/address/use-filters.ts'
import { session } from '../../lib/session/session.ts'

const channel = 'channel_id'

/** The filters and the window of a list of tasks, both in the address; administrators also filter by channel. */
export function useTaskView<Name extends string>(ownNames: readonly Name[], usual: QuickWindow) {
  type Filters = Record<Name | typeof channel, string>
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  const names: readonly string[] = isAdmin ? [...ownNames, channel] : ownNames
  const address = useFilters<string>([...names, ...windowNames])
  const given = (name: string) => address.filters[name] ?? ''
  const filters = Object.fromEntries([...ownNames, channel].map((name) => [name, given(name)])) as Filters // one for each
  const window = readWindow(
    { window: given('window'), start_timestamp: given('start_timestamp'), end_timestamp: given('end_timestamp') },
    usual,
  )
  return {
    isAdmin,
    filters,
    /** How many filters are set, the window not among them. */
    filterCount: names.filter(given).length,
    set: (changes: Partial<Filters>) => address.set(changes as Record<string, string>),
    clear: () => address.set(Object.fromEntries(names.map((each) => [each, '']))),
    window,
    setWindow: (next: TimeWindow) => address.set(writeWindow(next, usual)),
    /** Filters and window as on the first visit. */
    reset: address.clear,
    isUntouched: address.count === 0,
    problem: window.kind === 'own' ? spanProblem(spanOf(window, 0), Number.POSITIVE_INFINITY) : undefined,
  }
}
export type TaskView<Name extends string> = ReturnType<typeof useTaskView<Name>>
