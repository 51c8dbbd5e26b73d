import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@turnpike/contract/endpoint'
import { type ModelPriceChange, priceBookApi } from '@turnpike/contract/money/price-book'
import { useToast } from '../../../../../components/overlay/toast.tsx'
import { call } from '../../../../../lib/api/call.ts'
import { useText } from '../../../../../lib/text/text.ts'
import { bookText } from './book.text.ts'

const key = ['options', 'price changes']

export const usePendingChanges = () => useQuery({ queryKey: key, queryFn: () => call(priceBookApi.pending) })

/** `id` is that of a change to come which is edited. */
export type Saving = { id?: number | undefined; effective_at: number; changes: ModelPriceChange[] }

export function useSavePrices(onSaved: () => void) {
  const t = useText(bookText)
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: Saving) =>
      id === undefined ? call(priceBookApi.change, { body }) : call(priceBookApi.edit, { body: { id, ...body } }),
    async onSuccess(_, { effective_at }) {
      toast.success(t(effective_at * 1000 > Date.now() ? 'scheduled' : 'saved'))
      onSaved()
      await queries.invalidateQueries()
    },
    onError: ({ message }) => toast.error(message),
  })
}

export function useDropChange() {
  const t = useText(bookText)
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(priceBookApi.remove, { params: { id: String(id) } }),
    onSuccess: () => toast.success(t('dropped')),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useWhatIf() {
  const toast = useToast()
  return useMutation({
    mutationFn: (changes: ModelPriceChange[]) => call(priceBookApi.whatIf, { body: { changes } }),
    onError: ({ message }) => toast.error(message),
  })
}

export type ListSource = InputOf<typeof priceBookApi.readList>['body']

export function useReadList() {
  const toast = useToast()
  return useMutation({
    mutationFn: (body: ListSource) => call(priceBookApi.readList, { body }),
    onError: ({ message }) => toast.error(message),
  })
}
