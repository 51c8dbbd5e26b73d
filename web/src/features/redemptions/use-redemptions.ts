import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@turnpike/contract/endpoint'
import { type Redemption, redemptionApi } from '@turnpike/contract/money/redemption'
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

type Edit = Pick<Redemption, 'id' | 'name' | 'quota'> & { seen_revision: string }

export const useEditCode = ({ onDone, onError }: { onDone: () => void; onError: (error: Error) => void }) =>
  useCodeChange((body: Edit) => call(redemptionApi.update, { query: {}, body }), { onDone: () => onDone(), onError })

type Switch = Pick<Redemption, 'id' | 'name' | 'status'>

export const useSwitchCode = (onSwitched: (undoId: number | undefined, input: Switch) => void) =>
  useCodeChange(
    ({ id, status }: Switch) => call(redemptionApi.update, { query: { status_only: 'true' }, body: { id, status } }),
    { onDone: ({ undo_id }, input) => onSwitched(undo_id, input) },
  )

export const useRemoveCode = (onRemoved: (undoId: number | undefined, id: number) => void) =>
  useCodeChange((id: number) => call(redemptionApi.remove, { params: { id: String(id) } }), {
    onDone: ({ undo_id }, id) => onRemoved(undo_id, id),
  })
