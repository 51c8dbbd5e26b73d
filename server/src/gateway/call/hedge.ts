import { LightAbortSignal, type LightSignal } from '../../light/light-abort-signal.ts'
import type { Channel } from '../routing/channel.ts'

/** A channel that an attempt goes to, and the same with the key that is used, where it has several. */
export type Next = { whole: Channel; channel: Channel; isKept?: boolean }

type Race<Started> = {
  first: Next
  afterMs: number
  attempt: (channel: Channel, signal: LightAbortSignal) => Promise<Started>
  gone: LightSignal
  /** Chooses another channel and takes a place on it; nothing where there is none. Never rejects: the first goes on. */
  second(): Promise<Next | undefined>
  /** One of the two has failed while the other one still runs. */
  oneFailed(failed: Runner, other: Runner, error: unknown): void
}

export type Runner = { next: Next; startedAt: number }
type Running<Started> = Runner & { signal: LightAbortSignal; ended: Promise<Ended<Started>> }
type Ended<Started> = { started: Started } | { error: unknown }

/** The attempt that began its answer first, or the error of the last one that failed. `loser` was cancelled. */
export type Raced<Started> = Runner & { loser?: Next; isHedged: boolean } & Ended<Started>

/**
 * Asks a second channel as well when the first has not begun to answer after some time. The first to begin wins, and the
 * other is cancelled. At most one extra request.
 */
export async function raced<Started>(race: Race<Started>): Promise<Raced<Started>> {
  const { afterMs, gone, oneFailed } = race
  const one = start(race, race.first)
  const alone = async () => ({ ...resultOf(one), ...(await one.ended), isHedged: false })
  if (!(await isLate(one.ended, afterMs)) || gone.aborted) return alone()
  const next = await race.second()
  if (!next) return alone()
  const two = start(race, next)
  const [ended, earlier, later] = await Promise.race([
    one.ended.then((end) => [end, one, two] as const),
    two.ended.then((end) => [end, two, one] as const),
  ])
  if ('started' in ended) {
    later.signal.abort()
    return { ...resultOf(earlier), ...ended, loser: later.next, isHedged: true }
  }
  if (!gone.aborted) oneFailed(earlier, later, ended.error)
  return { ...resultOf(later), ...(await later.ended), isHedged: true }
}

const resultOf = ({ next, startedAt }: Runner): Runner => ({ next, startedAt })

/** The signal ends with the client's as well. */
function start<Started>({ attempt, gone }: Race<Started>, next: Next): Running<Started> {
  const signal = new LightAbortSignal()
  gone.addEventListener('abort', () => signal.abort())
  if (gone.aborted) signal.abort()
  const startedAt = performance.now()
  // An attempt that throws at once must not end the other one.
  const ended = Promise.try(attempt, next.channel, signal).then(
    (started) => ({ started }),
    (error: unknown) => ({ error }),
  )
  return { next, startedAt, signal, ended }
}

async function isLate(ended: Promise<unknown>, afterMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), afterMs)
  ended.then(() => resolve(false))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
