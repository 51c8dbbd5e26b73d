import { type Observable, observable } from './observable.ts'

// Private windows and full disks refuse storage; the value is then kept for this page only.
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

/**
 * An observable kept in local storage, the same in every open tab. `parse` gets the stored text (or null) and must
 * accept any text: local storage can be edited by hand.
 */
export function stored<Value>(
  key: string,
  parse: (text: string | null) => Value,
  print: (value: Value) => string | null = (value) => String(value),
): Observable<Value> {
  const { set, ...value } = observable(parse(read(key)))
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
