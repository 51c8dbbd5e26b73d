import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { addressOfFilters, filtersOf } from './address-filters.ts'

/** The filters of a list, kept in the address: a link shows the same rows, and Back undoes a filter. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filters = filtersOf(params, names)
  // A search is set a moment after it was typed, by the function of an earlier render: it must not undo later changes of the address.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const set = (changes: Partial<Record<Name, string>>) => {
    latest.current = addressOfFilters(latest.current, changes as Record<string, string>)
    setParams(latest.current, { preventScrollReset: true })
  }
  return {
    filters,
    /** How many filters are set. */
    count: names.filter((name) => filters[name]).length,
    set,
    clear: () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  }
}
