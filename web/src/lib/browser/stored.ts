import { type Shared, shared } from './observable.ts'

/** A shared value that outlives the page: kept in local storage, the same in every open tab. */
export type Stored<Value> = Shared<Value>

// Private windows and full disks refuse storage; the console then remembers for this page only.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The value stays in memory.
  }
}

/** `parse` gets the stored text (or null) and must cope with anything: people edit local storage. */
export function stored<Value>(
  key: string,
  parse: (text: string | null) => Value,
  print: (value: Value) => string | null = (value) => String(value),
): Stored<Value> {
  const { set, ...value } = shared(parse(read(key)))
  // Only another tab's change arrives here; `null` means the whole storage was cleared.
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) set(parse(read(key)))
  })
  return {
    ...value,
    set(next) {
      write(key, print(next))
      set(next)
    },
  }
}

/** Parses JSON that may be missing or damaged. */
export function readJson<Value>(text: string | null, isValue: (value: unknown) => value is Value): Value | undefined {
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isValue(value) ? value : undefined
  } catch {
    return undefined
  }
}
