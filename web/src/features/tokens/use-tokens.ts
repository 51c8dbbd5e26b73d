import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Token, tokenApi } from '@turnpike/contract/identity/token'
import { usePaging } from '../../lib/address/use-paging.ts'
import { call } from '../../lib/api/call.ts'

export type TokenFilters = { keyword: string; key: string }

/** One page of the person's tokens that pass the filters, newest first. */
export function useTokens({ keyword, key }: TokenFilters) {
  const { page, size } = usePaging()
  const range = { p: page - 1, size }
  return useQuery({
    queryKey: ['tokens', page, size, keyword, key],
    queryFn: async () => {
      const { data: items, total } = await (keyword || key
        ? call(tokenApi.search, { query: { ...range, keyword, token: key } })
        : call(tokenApi.list, { query: range }))
      return { items, total }
    },
    placeholderData: keepPreviousData,
  })
}

export const loadToken = (id: string): Promise<Token> => call(tokenApi.get, { params: { id } })

/** A mutation of a token, after which the list is loaded again. */
function useTokenChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output, input) => onDone?.(output, input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
  })
}

type Switch = Pick<Token, 'id' | 'name' | 'status'>

export const useSwitchToken = (onDone: (undoId: number | undefined, input: Switch) => void) =>
  useTokenChange(
    ({ id, status }: Switch) => call(tokenApi.update, { query: { status_only: 'true' }, body: { id, status } }),
    ({ undo_id }, input) => onDone(undo_id, input),
  )

export const useRemoveToken = (onDone: (undoId: number | undefined, id: number) => void) =>
  useTokenChange(
    (id: number) => call(tokenApi.remove, { params: { id: String(id) } }),
    ({ undo_id }, id) => onDone(undo_id, id),
  )
