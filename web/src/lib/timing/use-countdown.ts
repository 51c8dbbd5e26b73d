import { useEffect, useState } from 'react'

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000))

/** A wait that is counted down by the second: `start(30)`, then `left` goes from 30 to 0. */
export function useCountdown() {
  // The end, not a counter: browsers slow down the timers of hidden pages.
  const [end, setEnd] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (secondsUntil(end) === 0) return
    const timer = setInterval(() => {
      setLeft(secondsUntil(end))
      if (secondsUntil(end) === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [end])
  return {
    left,
    start(seconds: number) {
      setEnd(Date.now() + seconds * 1000)
      setLeft(seconds)
    },
  }
}
