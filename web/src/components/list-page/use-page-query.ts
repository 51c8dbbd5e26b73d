import { keepPreviousData, type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePaging } from '../../lib/address/use-paging.ts'

type PageQueryOptions<Data> = {
  enabled?: boolean
  /** Milliseconds between reloads, or false for none. */
  refetchInterval?: number | false | ((query: Query<Data>) => number | false)
}

/** The open page of a list. `key` names the list and the filters; the rows stay while another page loads. */
export function usePageQuery<Data>(
  key: readonly unknown[],
  load: (range: { p: number; page_size: number }) => Promise<Data>,
  options: PageQueryOptions<Data> = {},
) {
  const { page, size } = usePaging()
  return useQuery<Data>({
    queryKey: [...key, page, size],
    queryFn: () => load({ p: page, page_size: size }),
    placeholderData: keepPreviousData,
    ...options,
  })
}

export type ChangeCallbacks<Input, Output> = {
  onDone?: (output: Output, input: Input) => void
  /** Replaces the toast of a refusal. */
  onError?: (error: Error) => void
}

/** A change on the server, after which every query whose key begins with the name of one of the lists is loaded again. */
export function useListChange<Input, Output>(
  lists: string | readonly string[],
  change: (input: Input) => Promise<Output>,
  { onDone, onError }: ChangeCallbacks<Input, Output> = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output, input) => onDone?.(output, input),
    ...(onError && { onError }),
    onSettled: () => Promise.all([lists].flat().map((list) => queries.invalidateQueries({ queryKey: [list] }))),
  })
}
