import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { type Lease, releaseLease, renewLease, takeLease } from '../../../store/lease.ts'
import type { Store } from '../../../store/store.ts'
import { closeRun, countDone, openRun } from './channel-run.queries.ts'

/** A long piece of work over many channels. */
export type Run = {
  /** Of its lease and of its row: one at a time over all instances. */
  name: string
  /** What whoever comes second is told. */
  busyCode: 'test_running' | 'balance_running'
  ids: readonly number[]
  /** Gives whether it went well. */
  runOne(id: number, signal: AbortSignal): Promise<boolean>
  /** In the transaction that begins the run. */
  onBegin?(transaction: Store): Promise<void>
  /** Every channel had its turn. */
  onEnd?(counts: { done: number; failed: number }): void
}

export type ChannelRuns = {
  /** Resolves when the run has begun; it goes on by itself. */
  begin(run: Run): Promise<void>
  /** Ends what runs here, each as soon as it can. */
  stop(): Promise<void>
}

/** A process that dies blocks the next run for this long. */
const leaseSeconds = 30
const renewEverySeconds = 5
const atOnceMax = 4

type Needs = Pick<Deps, 'store' | 'clock' | 'log' | 'config'>

export function createChannelRuns(needs: Needs): ChannelRuns {
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

/** Lease and row begin together: a start that fails leaves nothing behind that says it runs. */
const openLeasedRun = ({ store, clock }: Needs, run: Run, holder: string): Promise<Lease> =>
  store.transaction().execute(async (transaction) => {
    const now = clock()
    const lease = await takeLease(transaction, run.name, holder, leaseSeconds, now)
    if (!lease) throw new AppError(run.busyCode)
    await openRun(transaction, lease, { total: run.ids.length, started_at: now })
    await run.onBegin?.(transaction)
    return lease
  })

async function executeRun(needs: Needs, run: Run, lease: Lease, stopping: AbortSignal): Promise<void> {
  const { store, clock, log } = needs
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const keeper = keepLease(needs, lease, () => lost.abort())
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
    clearInterval(keeper)
    await closeLeasedRun(needs, lease, clock()).catch((error: unknown) =>
      log.warn('run not closed', { run: run.name, error }),
    )
  }
  log.info('run ended', { run: run.name, total: run.ids.length, ...counts })
}

/** What goes wrong with one channel is no reason to leave out the others. */
async function runChannel({ log }: Needs, run: Run, id: number, signal: AbortSignal): Promise<boolean> {
  try {
    return await run.runOne(id, signal)
  } catch (error) {
    if (!signal.aborted) log.warn('run failed for a channel', { run: run.name, channel_id: id, error })
    return false
  }
}

/** Renews the lease while the work goes on, and says when it is ours no more. */
function keepLease({ store, clock, log }: Needs, lease: Lease, onLost: () => void): NodeJS.Timeout {
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

const closeLeasedRun = ({ store }: Needs, lease: Lease, at: number) =>
  store.transaction().execute(async (transaction) => {
    await closeRun(transaction, lease, at)
    await releaseLease(transaction, lease)
  })

/** Several at once, or one after the other with a pause in between where upstreams want to be left alone. */
async function forEach(
  ids: readonly number[],
  intervalSeconds: number,
  signal: AbortSignal,
  work: (id: number) => Promise<void>,
): Promise<void> {
  const waiting = ids.values()
  let isFirst = true
  const worker = async () => {
    for (const id of waiting) {
      if (!isFirst && intervalSeconds > 0) await pause(intervalSeconds * 1000, undefined, { signal }).catch(() => {}) // woken to end
      isFirst = false
      if (signal.aborted) return
      await work(id)
    }
  }
  await Promise.all(Array.from({ length: intervalSeconds > 0 ? 1 : atOnceMax }, worker))
}
