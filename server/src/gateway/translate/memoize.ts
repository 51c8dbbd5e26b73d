const resultsMax = 1000

/**
 * Computes the result for a name once. Calls concern the same few models, but clients may invent names: the cache has a
 * bound and starts empty when it is reached.
 */
export function memoize<Result>(compute: (name: string) => Result): (name: string) => Result {
  const results = new Map<string, Result>()
  return (name) => {
    const cached = results.get(name)
    if (cached !== undefined || results.has(name)) return cached as Result // a result may be undefined itself
    if (results.size >= resultsMax) results.clear()
    const result = compute(name)
    results.set(name, result)
    return result
  }
}
