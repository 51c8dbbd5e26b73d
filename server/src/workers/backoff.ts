/** A worker that lived so long did not fail at its start. */
const longMs = 60_000
const firstMs = 500
const mostMs = 30_000

/** How long to wait before a worker that failed is replaced: not at all, then ever longer while they fail soon. */
export function createBackoff(): (livedMs: number) => number {
  let failures = 0
  return (livedMs) => {
    if (livedMs >= longMs) failures = 0
    const waitMs = failures === 0 ? 0 : Math.min(mostMs, firstMs * 2 ** (failures - 1))
    failures++
    return waitMs
  }
}
