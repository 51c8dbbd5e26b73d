import { startTransition, useEffect, useState } from 'react'

const atOnce = 2
const perStep = 2

const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: 500 })
  return () => cancelIdleCallback(id)
}

/** How many messages, counted from the last, are drawn: a few at once, the older ones while nothing else is to be done. */
export function useDrawnCount(conversation: string, total: number): number {
  const [drawn, setDrawn] = useState({ conversation, count: atOnce })
  const count = drawn.conversation === conversation ? drawn.count : atOnce
  useEffect(() => {
    if (count >= total) return
    return whenIdle(() => startTransition(() => setDrawn({ conversation, count: count + perStep })))
  }, [conversation, count, total])
  return Math.min(count, total)
}
