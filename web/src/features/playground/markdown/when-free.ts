/** Work that may wait, such as colouring code: it is done in small slices, so that the page answers in between. */
const waiting = new Set<() => void>()
const sliceMs = 6
let isScheduled = false

function schedule() {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    const end = performance.now() + sliceMs
    for (const work of waiting) {
      waiting.delete(work)
      work()
      if (performance.now() >= end) break
    }
    if (waiting.size > 0) schedule()
  })
}

/** Does the work soon; the function that is returned takes it back. */
export function whenFree(work: () => void): () => void {
  waiting.add(work)
  schedule()
  return () => void waiting.delete(work)
}
