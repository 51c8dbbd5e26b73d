/**
 * Runs work one run after the other, so that what was read later is in force later. Calls that come while it runs share the
 * next run: the one under way may have read before their change.
 */
export function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const run = () => {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return run()
    next ??= running.then(
      () => runNext(),
      () => runNext(),
    )
    return next
  }
  function runNext() {
    next = undefined
    return run()
  }
}
