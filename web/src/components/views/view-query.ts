/** The open row and the page number belong to no view. */
const passing = ['p', 'open', 'drawer']
const columnsName = 'columns'

/** The part of an address that a view keeps, in one order, so that two of them can be compared. */
export function viewQuery(search: string, columns?: readonly string[]): string {
  const params = new URLSearchParams(search)
  for (const name of [...passing, columnsName]) params.delete(name)
  params.sort()
  if (columns) params.set(columnsName, columns.join(','))
  return params.toString()
}

/** A view's query for the address, and its columns, which are a setting of the browser. */
export function readView(query: string): { search: string; columns: string[] | undefined } {
  const params = new URLSearchParams(query)
  const columns = params.get(columnsName)
  params.delete(columnsName)
  const search = params.toString()
  return { search: search && `?${search}`, columns: columns === null ? undefined : columns.split(',').filter(Boolean) }
}
