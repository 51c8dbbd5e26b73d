const key = 'reloaded-at'
const pauseMilliseconds = 60_000

/** A second reload within a minute would not help either: the fault is somewhere else, and a person must be told. */
export const mayReload = (reloadedAt: number, now: number) => !(now - reloadedAt < pauseMilliseconds)

/** Reloads the page unless that was just tried; says whether it did. */
export function reloadOnce(): boolean {
  try {
    if (!mayReload(Number(sessionStorage.getItem(key) ?? Number.NEGATIVE_INFINITY), Date.now())) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return false // without storage nothing would stop a second reload
  }
  window.location.reload()
  return true
}
