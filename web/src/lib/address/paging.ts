/** The page number in the address; anything that is not a page number means the first. */
export function pageOfAddress(params: URLSearchParams): number {
  const page = Number(params.get('p'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** The address of another page of the same list; the first one needs no number. */
export function addressOfPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params)
  if (page > 1) next.set('p', String(page))
  else next.delete('p')
  return next
}

export const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size))

/** After the size changed, the page on which the first row of the old one now is. */
export const pageAfterResize = (page: number, size: number, nextSize: number) =>
  Math.floor(((page - 1) * size) / nextSize) + 1

/** "11–20 of 128": the rows a page shows, counted from one. */
export function rowsShown(page: number, size: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 }
  return { from: Math.min((page - 1) * size + 1, total), to: Math.min(page * size, total) }
}
