import { useInfiniteQuery } from '@tanstack/react-query'

type GrowingList<Row> = {
  queryKey: readonly unknown[]
  load: (range: { p: number; page_size: number }) => Promise<{ items: Row[]; page: number; total: number }>
  idOf: (row: Row) => number
  atOnce: number
}

/** A list that starts with a few rows; `fetchNextPage` adds the next ones. */
export const useGrowingList = <Row>({ queryKey, load, idOf, atOnce }: GrowingList<Row>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load({ p: pageParam, page_size: atOnce }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * atOnce < total ? page + 1 : undefined),
    // A row can be on two pages, when a newer one was added between the two requests.
    select: ({ pages }) => [...new Map(pages.flatMap(({ items }) => items).map((row) => [idOf(row), row])).values()],
  })
