const knownMax = 1000

/**
 * The same answer for the same name, worked out once. Calls ask the same few questions about the same few models, and
 * clients may make names up: so what is known has an end, and begins anew there.
 */
export function remembered<Answer>(work: (name: string) => Answer): (name: string) => Answer {
  const known = new Map<string, Answer>()
  return (name) => {
    const answer = known.get(name)
    if (answer !== undefined || known.has(name)) return answer as Answer // which may be undefined itself
    if (known.size >= knownMax) known.clear()
    const found = work(name)
    known.set(name, found)
    return found
  }
}
