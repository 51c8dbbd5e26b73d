import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ModelSpan, modelPageApi, modelSpans } from '@turnpike/contract/routing/model-page'
import { useFilters } from '../../lib/address/use-filters.ts'
import { call } from '../../lib/api/call.ts'

/** The model and the span in the address. */
export function useModelView() {
  const { filters, set } = useFilters(['name', 'hours'])
  const hours: ModelSpan = modelSpans.find((span) => span === filters.hours) ?? '24'
  return { name: filters.name, hours, setHours: (next: ModelSpan) => set({ hours: next === '24' ? '' : next }) }
}

export const useModel = (name: string, hours: ModelSpan) =>
  useQuery({
    queryKey: ['model', name, hours],
    queryFn: () => call(modelPageApi.get, { query: { name, hours } }),
    enabled: name !== '',
    // Another span keeps the page; another model does not.
    placeholderData: (before, query) => (query?.queryKey[1] === name ? keepPreviousData(before) : undefined),
    refetchInterval: 60_000,
  })
