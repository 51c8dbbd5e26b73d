const noteMax = 10_000

type Spelled = { value: unknown; text: string }

/** Two values of an option for the audit log; of two maps only the entries that are not the same. */
export function differenceOf(before: Spelled, after: Spelled): { before: string; after: string } {
  const [old, now] = [entriesOf(before.value), entriesOf(after.value)]
  return old && now
    ? { before: cut(entriesBeside(old, now)), after: cut(entriesBeside(now, old)) }
    : { before: cut(before.text), after: cut(after.text) }
}

type Entries = Map<string, unknown>

const entriesOf = (value: unknown): Entries | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined

const entriesBeside = (entries: Entries, other: Entries) =>
  JSON.stringify(
    Object.fromEntries([...entries].filter(([name, value]) => !other.has(name) || other.get(name) !== value)),
  )

const cut = (text: string) => (text.length > noteMax ? `${text.slice(0, noteMax)}…` : text)
