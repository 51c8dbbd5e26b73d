import { useQuery } from '@tanstack/react-query'
import { agentsKey } from './agents-key.ts'

/**
 * The row of an open drawer. After a change it is loaded again by itself, because the filters of the list may no longer let
 * it through. `load` finds the row, or nothing where it is too old.
 */
export function useCurrent<Row extends { id: number }>(
  name: string,
  row: Row,
  load: () => Promise<Row | undefined>,
): Row {
  const { data = row } = useQuery({
    queryKey: [agentsKey, 'open', name, row.id],
    queryFn: async () => (await load()) ?? row,
    initialData: row,
    staleTime: Number.POSITIVE_INFINITY, // until a change makes it invalid
    gcTime: 0,
  })
  return data
}
