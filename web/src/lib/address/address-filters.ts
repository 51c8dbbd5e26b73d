/** The filters of a list in the address; an absent one is empty. */
export const filtersOf = <Name extends string>(params: URLSearchParams, names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string> // one entry per name

/** The address with some filters changed: empty ones are removed, and the list starts again at its first page. */
export function addressOfFilters(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  next.delete('p')
  return next
}

/** Filters in words: "Platform “Suno”, Status “Failed”". Each is a name and a value; an empty value is no filter. */
export const wordsOfFilters = (filters: readonly (readonly [string, string])[], comma: string): string =>
  filters
    .filter(([, value]) => value)
    .map(([name, value]) => `${name} “${value}”`)
    .join(comma)
