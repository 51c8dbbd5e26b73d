import { Button } from 'antd'
import { CircleDollarSign, Zap } from 'lucide-react'
import { channelsText } from '../channels.text.ts'
import type { RunKind, useChannelRun } from './use-channel-run.ts'

const appearances = {
  test: { icon: <Zap />, idle: 'testAll', busy: 'testing' },
  balance: { icon: <CircleDollarSign />, idle: 'updateBalances', busy: 'updating' },
} as const

/** Begins a run over all channels, and shows its progress until it ends. */
export function RunButton({ kind, run }: { kind: RunKind; run: ReturnType<typeof useChannelRun> }) {
  const words = useRunWords(kind, run)
  return (
    <Button icon={appearances[kind].icon} loading={run.isRunning} onClick={() => run.begin()}>
      {words}
    </Button>
  )
}

/** "Test all", or the progress of the run. */
export function useRunWords(kind: RunKind, { isRunning, run }: ReturnType<typeof useChannelRun>): string {
  const t = channelsText.use()
  const { idle, busy } = appearances[kind]
  return isRunning && run?.is_running ? t(busy, { done: run.done, total: run.total }) : t(idle)
}
