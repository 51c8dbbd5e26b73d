const key = 'reloaded-at'
const pauseMilliseconds = 60_000

/** A second reload within a minute would not help either: the error has another cause and must be shown. */
export const mayReload = (reloadedAt: number, now: number) => !(now - reloadedAt < pauseMilliseconds)

/** Reloads the page unless it did so within the last minute; returns whether it does. */
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
