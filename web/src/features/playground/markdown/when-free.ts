/** Work that may wait, such as showing code in colours: one piece per frame, so that the page stays responsive. */
const waiting = new Set<() => void>()
let isScheduled = false

/** After the next frame has been shown. A page out of sight shows none, and has nothing to do until it is back. */
const afterFrame = (work: () => void) => {
  if ('requestAnimationFrame' in globalThis) requestAnimationFrame(() => setTimeout(work))
  else setTimeout(work)
}

function schedule() {
  if (isScheduled) return
  isScheduled = true
  afterFrame(() => {
    isScheduled = false
    const [next] = waiting
    if (next) waiting.delete(next)
    next?.()
    if (waiting.size > 0) schedule()
  })
}

/** Does the work soon; the function that is returned takes it back. */
export function whenFree(work: () => void): () => void {
  waiting.add(work)
  schedule()
  return () => void waiting.delete(work)
}
