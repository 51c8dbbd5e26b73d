import { useSeesEveryone } from '../session/everyone.ts'
import {
  type QuickWindow,
  readWindow,
  spanOf,
  spanProblem,
  type TimeWindow,
  windowNames,
  writeWindow,
} from './time-window.ts'
import { useFilters } from './use-filters.ts'

type WindowViewOptions<Name extends string, AdminName extends string> = {
  names: readonly Name[]
  /** Filters that only administrators have. */
  adminNames: readonly AdminName[]
  /** The window while the address names none. */
  usual: QuickWindow
  spanSecondsMax?: number
  /** Parameters of the address that other filters make meaningless. */
  dependents?: readonly string[]
}

/** The filters and the window of a list of events, both in the address. */
export function useWindowView<Name extends string, AdminName extends string>(
  options: WindowViewOptions<Name, AdminName>,
) {
  type Filters = Record<Name | AdminName, string>
  const { names: ownNames, adminNames, usual, spanSecondsMax = Number.POSITIVE_INFINITY, dependents = [] } = options
  const isAdmin = useSeesEveryone()
  const names: readonly string[] = isAdmin ? [...ownNames, ...adminNames] : ownNames
  const address = useFilters<string>([...names, ...windowNames])
  const given = (name: string) => address.filters[name] ?? ''
  const empty = (list: readonly string[]) => Object.fromEntries(list.map((name) => [name, '']))
  const change = (changes: Record<string, string>) => address.set({ ...changes, ...empty(dependents) })
  const filters = Object.fromEntries([...ownNames, ...adminNames].map((name) => [name, given(name)])) as Filters // one value per name
  const window = readWindow(
    { window: given('window'), start_timestamp: given('start_timestamp'), end_timestamp: given('end_timestamp') },
    usual,
  )
  return {
    /** The list holds the rows of all users. */
    isAdmin,
    filters,
    /** How many filters are set, the window not among them. */
    filterCount: names.filter(given).length,
    set: (changes: Partial<Filters>) => change(changes as Record<string, string>),
    clear: () => change(empty(names)),
    window,
    setWindow: (next: TimeWindow) => change(writeWindow(next, usual)),
    /** Filters and window as on the first visit. */
    reset: () => change(empty([...names, ...windowNames])),
    isUntouched: address.count === 0,
    problem: window.kind === 'own' ? spanProblem(spanOf(window, 0), spanSecondsMax) : undefined,
  }
}
export type WindowView<Name extends string> = ReturnType<typeof useWindowView<Name, never>>
