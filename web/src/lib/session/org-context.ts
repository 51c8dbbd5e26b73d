import { observable } from '../browser/observable.ts'

const key = 'org'

// Private windows refuse storage; the organisation is then kept until the page is left.
function read(): number | undefined {
  try {
    const id = Number(sessionStorage.getItem(key))
    return Number.isSafeInteger(id) && id > 0 ? id : undefined
  } catch {
    return undefined
  }
}

function write(id: number | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, String(id))
  } catch {
    // The value stays in memory.
  }
}

/** The id of the organisation that this tab acts for; undefined where users act for themselves. Tabs may differ. */
export const org = observable<number | undefined>(read())

export function enterOrg(id: number): void {
  write(id)
  org.set(id)
}

export function leaveOrg(): void {
  write(undefined)
  org.set(undefined)
}
