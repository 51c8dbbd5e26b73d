import { useEffect, useRef, useState } from 'react'
import { type Received, sendTry } from './send-try.ts'
import { tryText } from './try.text.ts'

/** One trial at a time: a new one, and leaving the page, end the one before. */
export function useTry() {
  const t = tryText.use()
  const [received, setReceived] = useState<Received>()
  const [problem, setProblem] = useState<string>()
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(request: Parameters<typeof sendTry>[0]) {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setReceived(undefined)
    setProblem(undefined)
    setIsRunning(true)
    try {
      await sendTry(request, own.signal, (now) => {
        if (running.current === own) setReceived(now)
      })
    } catch (error) {
      if (running.current === own) setProblem(own.signal.aborted ? t('stopped') : (error as Error).message)
    } finally {
      own.abort() // the rest of a long response is not read
      if (running.current === own) setIsRunning(false)
    }
  }
  return { start, stop: () => running.current?.abort(), isRunning, received, problem }
}
