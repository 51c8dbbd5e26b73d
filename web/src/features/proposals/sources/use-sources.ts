import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type NewPriceSource, type PriceSource, priceSourceApi } from '@turnpike/contract/money/price-sources'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { refreshSources } from '../prices/use-price-proposals.ts'
import { sourcesText } from './sources.text.ts'

/** Creates a source, or changes the one with the id. */
export function useSaveSource(id: number | undefined, onSaved: () => void) {
  const t = sourcesText.use()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (source: NewPriceSource) =>
      id === undefined
        ? call(priceSourceApi.create, { body: source })
        : call(priceSourceApi.update, { body: { id, ...source } }),
    onSuccess({ name }) {
      toast.success(t('saved', { name }))
      onSaved()
    },
    onSettled: () => refreshSources(queries),
  })
}

/** Reads a source now; its row shows the result. */
export function useRunSource() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: PriceSource) => call(priceSourceApi.run, { params: { id: String(id) } }),
    onSettled: () => refreshSources(queries),
  })
}

export function useRemoveSource(onRemoved: () => void) {
  const t = sourcesText.use()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: PriceSource) => call(priceSourceApi.remove, { params: { id: String(id) } }),
    onSuccess: (_, { name }) => toast.success(t('removed', { name })),
    async onSettled() {
      onRemoved()
      await refreshSources(queries)
    },
  })
}
