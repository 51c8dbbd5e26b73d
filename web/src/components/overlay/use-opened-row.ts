import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../lib/api/call.ts'

/** The rows of a list and the key of the open row. */
type OpenedRowOptions<Row> = {
  /** The key of the open row, from the address. */
  value: string | undefined
  /** The rows that the list shows; undefined until they are loaded. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Loads a row that is not among those shown; undefined when there is none. */
  load: (key: string) => Promise<Row | undefined>
  /** The first member of the keys of the list's queries. */
  list: string
}

export type OpenedRow<Row> =
  | { kind: 'none' | 'loading' | 'missing' }
  | { kind: 'row'; row: Row }
  | { kind: 'failed'; error: Error; retry: () => void; isRetrying: boolean }

const refusals = new Set([
  'not_found',
  'user_missing',
  'user_read_forbidden',
  'agent_missing',
  'order_not_found',
  'invalid_id',
])
const isMissing = (error: Error) => error instanceof CallError && refusals.has(error.code ?? '')

/** The row that the address names: from the list where it is there, else loaded, so that every link opens it. */
export function useOpenedRow<Row>({ value, rows, keyOf, load, list }: OpenedRowOptions<Row>): OpenedRow<Row> {
  const shown = value === undefined ? undefined : rows?.find((row) => keyOf(row) === value)
  // A row that a later page of the list no longer holds stays open.
  const [kept, setKept] = useState<Row>()
  if (shown !== undefined && shown !== kept) setKept(shown)
  const known = shown ?? (kept !== undefined && keyOf(kept) === value ? kept : undefined)
  const query = useQuery({
    queryKey: [list, 'opened', value],
    queryFn: async () => (await load(value ?? '')) ?? null,
    enabled: value !== undefined && rows !== undefined && known === undefined,
    retry: (count, error) => !isMissing(error) && count < 2,
    gcTime: 0, // a form must not start from values of an earlier opening
  })
  if (value === undefined) return { kind: 'none' }
  const row = known ?? query.data
  if (row) return { kind: 'row', row }
  if (query.data === null || (query.error && isMissing(query.error))) return { kind: 'missing' }
  if (query.error)
    return { kind: 'failed', error: query.error, retry: () => void query.refetch(), isRetrying: query.isFetching }
  return { kind: 'loading' }
}
