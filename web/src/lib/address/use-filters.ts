import { useSearchParams } from 'react-router'
import { addressOfFilters, filtersOf } from './address-filters.ts'

/** The filters of a list, kept in the address: a link shows the same rows, and Back undoes a filter. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filters = filtersOf(params, names)
  const set = (changes: Partial<Record<Name, string>>) =>
    setParams((now) => addressOfFilters(now, changes as Record<string, string>), { preventScrollReset: true })
  return {
    filters,
    /** How many filters are set. */
    count: names.filter((name) => filters[name]).length,
    set,
    clear: () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  }
}
