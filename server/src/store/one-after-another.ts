/**
 * Runs work one run at a time, so that a later read takes effect later. Calls during a run share the next run, because
 * the current one may have read before their change.
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
