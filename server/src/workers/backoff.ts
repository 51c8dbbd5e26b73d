/** The failure of a worker that ran for this long does not count as a repeated failure. */
const longMs = 60_000
const firstMs = 500
const mostMs = 30_000

/** Gives the delay before a failed worker is replaced: none at first, then twice as long with each early failure. */
export function createBackoff(): (livedMs: number) => number {
  let failures = 0
  return (livedMs) => {
    if (livedMs >= longMs) failures = 0
    const waitMs = failures === 0 ? 0 : Math.min(mostMs, firstMs * 2 ** (failures - 1))
    failures++
    return waitMs
  }
}
