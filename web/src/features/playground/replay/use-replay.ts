import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../../components/overlay/toast-list.ts'
import { playgroundText } from '../playground.text.ts'
import type { PlaygroundStore } from '../store/playground-store.ts'
import { changeSettings } from '../store/use-playground.ts'

/** A link from the usage log names a request, which is filled in once. */
export function useReplay(store: PlaygroundStore): void {
  const [params, setParams] = useSearchParams()
  const isReady = store.usePart('isReady')
  const requestId = params.get('replay')
  useEffect(() => {
    if (!isReady || requestId === null) return
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('replay')
        return next
      },
      { replace: true },
    )
    void fill(store, requestId)
  }, [store, isReady, requestId, setParams])
}

async function fill(store: PlaygroundStore, requestId: string): Promise<void> {
  const t = playgroundText.get()
  try {
    const { openReplay } = await import('./open-replay.ts')
    const settings = await openReplay(store, requestId)
    if (settings) changeSettings(settings)
    else toast.error(t('replayGone'))
  } catch (error) {
    toast.error(error instanceof Error ? error.message : t('replayGone'))
  }
}
