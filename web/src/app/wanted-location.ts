import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The key of the location that the router is loading; its page is drawn once its code is loaded. */
let wanted: string | undefined
const listeners = new Set<() => void>()

export function setWantedLocation(key: string) {
  wanted = key
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const slowMilliseconds = 150

/** Whether another page was requested a while ago and is not drawn yet. */
export function useSlowPageChange(): boolean {
  const key = useSyncExternalStore(subscribe, () => wanted)
  const drawn = useLocation().key
  const isChanging = key !== undefined && key !== drawn
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isChanging) return
    const timer = setTimeout(() => setIsSlow(true), slowMilliseconds)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isChanging])
  return isSlow
}
