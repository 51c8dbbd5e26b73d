/** Whether a name matches a pattern in which `*` stands for any characters. Takes time in proportion to the lengths. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return name === first
  const last = rest.pop() ?? ''
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  const end = name.length - last.length
  let from = first.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at < 0 || at + part.length > end) return false
    from = at + part.length
  }
  return true
}

/** A pattern that begins with `!` excludes models. */
export const isExcluded = (patterns: readonly string[], names: readonly string[]) =>
  patterns.some((pattern) => pattern.startsWith('!') && names.some((name) => matchesPattern(pattern.slice(1), name)))

export const isIncluded = (patterns: readonly string[], names: readonly string[]) =>
  patterns.some((pattern) => !pattern.startsWith('!') && names.some((name) => matchesPattern(pattern, name)))
