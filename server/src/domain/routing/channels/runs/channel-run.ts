import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { type Lease, releaseLease, renewLease, takeLease } from '../../../../store/lease.ts'
import type { Store } from '../../../../store/store.ts'
import { closeRun, countDone, openRun } from './channel-run.queries.ts'

/** Work over many channels that outlives its request. */
export type Run = {
  /** Name of the lease and of the row: one run of a name at a time over all instances. */
  name: string
  /** The refusal of a second run. */
  busyCode: 'test_running' | 'balance_running' | 'model_lists_running'
  ids: readonly number[]
  /** Returns whether the channel's work succeeded. */
  runOne(id: number, signal: AbortSignal): Promise<boolean>
  /** Called in the transaction that begins the run. */
  onBegin?(transaction: Store): Promise<unknown>
  /** Called when all channels are done. */
  onEnd?(counts: { done: number; failed: number }): void
}

export type ChannelRuns = {
  /** Resolves when the run has begun; the run continues in the background. */
  begin(run: Run): Promise<void>
  /** Aborts the runs of this instance and waits for their end. */
  stop(): Promise<void>
}

/** A process that dies blocks the next run for this long. */
const leaseSeconds = 30
const renewEverySeconds = 5
const atOnceMax = 4

type ChannelRunDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'config'>

export function createChannelRuns(needs: ChannelRunDeps): ChannelRuns {
  const holder = randomUUID()
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  return {
    async begin(run) {
      const lease = await openLeasedRun(needs, run, holder)
      const work = executeRun(needs, run, lease, stopping.signal).finally(() => running.delete(work))
      running.add(work)
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** Takes the lease and writes the row in one transaction, so that a failed start leaves neither. */
const openLeasedRun = ({ store, clock }: ChannelRunDeps, run: Run, holder: string): Promise<Lease> =>
  store.transaction().execute(async (transaction) => {
    const now = clock()
    const lease = await takeLease(transaction, run.name, holder, leaseSeconds, now)
    if (!lease) throw new AppError(run.busyCode)
    await openRun(transaction, lease, { total: run.ids.length, started_at: now })
    await run.onBegin?.(transaction)
    return lease
  })

async function executeRun(needs: ChannelRunDeps, run: Run, lease: Lease, stopping: AbortSignal): Promise<void> {
  const { store, clock, log } = needs
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const renewal = keepLease(needs, lease, () => lost.abort())
  const counts = { done: 0, failed: 0 }
  try {
    await forEach(run.ids, needs.config.POLLING_INTERVAL, signal, async (id) => {
      const isOk = await runChannel(needs, run, id, signal)
      if (signal.aborted) return
      counts.done++
      if (!isOk) counts.failed++
      if (!(await countDone(store, lease, !isOk))) lost.abort()
    })
    if (!signal.aborted) run.onEnd?.(counts)
  } catch (error) {
    log.warn('run broke off', { run: run.name, error })
  } finally {
    clearInterval(renewal)
    await closeLeasedRun(needs, lease, clock()).catch((error: unknown) =>
      log.warn('run not closed', { run: run.name, error }),
    )
  }
  log.info('run ended', { run: run.name, total: run.ids.length, ...counts })
}

/** An error of one channel is logged, and the run continues with the others. */
async function runChannel({ log }: ChannelRunDeps, run: Run, id: number, signal: AbortSignal): Promise<boolean> {
  try {
    return await run.runOne(id, signal)
  } catch (error) {
    if (!signal.aborted) log.warn('run failed for a channel', { run: run.name, channel_id: id, error })
    return false
  }
}

/** Renews the lease during the run, and calls `onLost` when another holder has it. */
function keepLease({ store, clock, log }: ChannelRunDeps, lease: Lease, onLost: () => void): NodeJS.Timeout {
  let heldUntil = lease.expires_at
  const renew = async () => {
    const renewed = await renewLease(store, lease, leaseSeconds, clock())
    if (renewed) heldUntil = renewed.expires_at
    else onLost()
  }
  return setInterval(() => {
    renew().catch((error: unknown) => {
      log.warn('lease not renewed', { lease: lease.name, error })
      if (clock() >= heldUntil) onLost()
    })
  }, renewEverySeconds * 1000)
}

const closeLeasedRun = ({ store }: ChannelRunDeps, lease: Lease, at: number) =>
  store.transaction().execute(async (transaction) => {
    await closeRun(transaction, lease, at)
    await releaseLease(transaction, lease)
  })

/** Several channels at once, or one after the other with a pause where the operator sets an interval. */
async function forEach(
  ids: readonly number[],
  intervalSeconds: number,
  signal: AbortSignal,
  work: (id: number) => Promise<void>,
): Promise<void> {
  const remaining = ids.values()
  let isFirst = true
  const worker = async () => {
    for (const id of remaining) {
      if (!isFirst && intervalSeconds > 0) await pause(intervalSeconds * 1000, undefined, { signal }).catch(() => {}) // an abort ends the pause
      isFirst = false
      if (signal.aborted) return
      await work(id)
    }
  }
  await Promise.all(Array.from({ length: intervalSeconds > 0 ? 1 : atOnceMax }, worker))
}
