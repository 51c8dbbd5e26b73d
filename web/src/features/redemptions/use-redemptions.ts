import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@turnpike/contract/endpoint'
import { type Redemption, redemptionApi } from '@turnpike/contract/redemption'
import { usePaging } from '../../lib/address/use-paging.ts'
import { call } from '../../lib/api/call.ts'

/** One page of the codes that match the keyword, newest first. */
export function useRedemptions(keyword: string) {
  const { page, size } = usePaging()
  const range = { p: page, page_size: size }
  return useQuery({
    queryKey: ['redemptions', page, size, keyword],
    queryFn: () =>
      keyword
        ? call(redemptionApi.search, { query: { ...range, keyword } })
        : call(redemptionApi.list, { query: range }),
    placeholderData: keepPreviousData,
  })
}

export const loadCode = (id: string): Promise<Redemption> => call(redemptionApi.get, { params: { id } })

/** A mutation of codes, after which the list is loaded again. `onError` replaces the toast of a refusal. */
function useCodeChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { onDone, onError }: { onDone?: (output: Output, input: Input) => void; onError?: (error: Error) => void } = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output, input) => onDone?.(output, input),
    ...(onError && { onError }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['redemptions'] }),
  })
}

type Callbacks<Output> = { onDone: (output: Output) => void; onError: (error: Error) => void }

export const useCreateCodes = (callbacks: Callbacks<string[]>) =>
  useCodeChange((body: InputOf<typeof redemptionApi.create>['body']) => call(redemptionApi.create, { body }), callbacks)

export const useEditCode = (callbacks: Callbacks<Redemption>) =>
  useCodeChange(
    (body: Pick<Redemption, 'id' | 'name' | 'quota'>) => call(redemptionApi.update, { query: {}, body }),
    callbacks,
  )

export const useSwitchCode = () =>
  useCodeChange(({ id, status }: Pick<Redemption, 'id' | 'status'>) =>
    call(redemptionApi.update, { query: { status_only: 'true' }, body: { id, status } }),
  )

export const useRemoveCode = (onRemoved: (id: number) => void) =>
  useCodeChange((id: number) => call(redemptionApi.remove, { params: { id: String(id) } }), {
    onDone: (_, id) => onRemoved(id),
  })
