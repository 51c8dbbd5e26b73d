import { useMutation, useQuery } from '@tanstack/react-query'
import { type ChannelBatch, channelApi } from '@turnpike/contract/routing/channel'
import { useEffect, useState } from 'react'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { useDelayed } from '../../../lib/timing/use-delayed.ts'
import { useRefreshChannels } from '../list/use-channels.ts'
import { channelActionsText } from './channel-actions.text.ts'
import { batchBody } from './use-list-actions.ts'

const runs = {
  test: { begin: channelApi.testAll, state: channelApi.testRun, done: 'testsDone' },
  balance: { begin: channelApi.updateBalances, state: channelApi.balanceRun, done: 'balancesDone' },
} as const
export type RunKind = keyof typeof runs

const pollMilliseconds = 1000
/** The page comes first; a run that somebody else has begun may show a moment later. */
const firstMilliseconds = 3000
const failedLink = (text: string) => ({ text, to: '/channel?health=failed' })

/** A run over many channels, begun by any administrator and on any instance: its progress, and a toast at its end. */
export function useChannelRun(kind: RunKind) {
  const t = channelActionsText.use()
  const refresh = useRefreshChannels()
  const [isWatched, setIsWatched] = useState(false)
  const isPageThere = useDelayed(firstMilliseconds)
  const { data: run, refetch } = useQuery({
    queryKey: ['channel-runs', kind],
    queryFn: () => call(runs[kind].state),
    enabled: isPageThere || isWatched,
    refetchInterval: ({ state }) => (state.data?.is_running ? pollMilliseconds : false),
  })
  const begin = useMutation({
    mutationFn: async (batch: ChannelBatch | undefined) => {
      if (batch) await call(channelApi.testMany, { body: batchBody(batch) })
      else await call(runs[kind].begin)
      await refetch()
    },
    // A short run may have ended before its progress is first requested.
    onSuccess: () => setIsWatched(true),
    onError: (error) => {
      toast.error(error.message)
      refetch()
    },
  })

  const done = run?.is_running ? run.done : undefined
  useEffect(() => {
    if (done === undefined) return
    setIsWatched(true)
    refresh()
  }, [done, refresh])

  useEffect(() => {
    if (!isWatched || !run || run.is_running) return
    setIsWatched(false)
    refresh()
    const { total, failed } = run
    // The result of tests stays until it is read; balances show in the list.
    const extra = kind === 'test' ? { stays: true, ...(failed > 0 && { link: failedLink(t('showFailed')) }) } : {}
    toast[failed > 0 ? 'warning' : 'success'](t(runs[kind].done, { total, failed }), extra)
  })

  return {
    begin: () => begin.mutate(undefined),
    /** Tests the channels of a batch only. */
    beginBatch: begin.mutate,
    isRunning: begin.isPending || run?.is_running === true,
    run,
  }
}
