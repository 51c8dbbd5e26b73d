import { LightAbortSignal, type LightSignal } from '../../light/light-abort-signal.ts'
import type { Routing } from '../entry/admit.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { type FailedAttempt, noteHedgeFailure } from './after-failure.ts'
import { acquireAdditionalSlot, keepSlot } from './channel-slot.ts'
import { type Candidate, chooseCandidate, isCoolingDown } from './next-candidate.ts'
import type { OpenedCall } from './open-call.ts'

/** How an attempt ended: with the beginning of a response, or with an error. */
export type EndedAttempt<Started> = { candidate: Candidate; startedAt: number; started: Started } | FailedAttempt

type Attempt<Started> = (channel: Channel, signal: LightAbortSignal) => Promise<Started>

type Hedging<Started> = {
  routing: Routing
  number: number
  first: Candidate
  /** How long the first channel may be silent before a second attempt starts on another channel. */
  afterMs: number
  attempt: Attempt<Started>
  gone: LightSignal
}

/** Runs an attempt, and a second one on another channel if the first is slow. Ends like a single attempt. */
export async function hedgeAttempt<Started>(
  opened: OpenedCall,
  { routing, number, ...hedging }: Hedging<Started>,
  deps: RelayDeps,
): Promise<EndedAttempt<Started>> {
  const { call, attempts } = opened
  const { first } = hedging
  const { ended, isHedged, loser } = await raced({
    ...hedging,
    async second() {
      const candidate = chooseCandidate(opened, routing, number, deps, first.withKey)
      if (!candidate || isCoolingDown(candidate.withKey)) return undefined
      const { withKey } = candidate
      const hasSlot = await acquireAdditionalSlot(opened, withKey, deps).catch((error: unknown) => {
        deps.log.warn('no second attempt', { request_id: call.request_id, channel_id: withKey.id, error })
        return false
      })
      if (!hasSlot) return undefined
      attempts.isHedged = true
      attempts.sentAt = performance.now()
      return candidate
    },
    oneFailed(failed, other) {
      attempts.tried.splice(-1, 1, failed.candidate.withKey.id, other.withKey.id)
      noteHedgeFailure(opened, failed, deps)
    },
  })
  attempts.sentAt = ended.startedAt
  if (!isHedged) return ended
  const { withKey } = ended.candidate
  if (loser) attempts.tried.splice(-1, 1, withKey.id)
  deps.metrics.hedge('error' in ended ? 'failed' : ended.candidate === first ? 'first' : 'second')
  // If this fails, the slot on the other channel is released with the hold, at the end of the call.
  await keepSlot(opened, withKey, deps).catch((error: unknown) =>
    deps.log.warn('slot not given up', { request_id: call.request_id, error }),
  )
  return ended
}

type Race<Started> = {
  first: Candidate
  afterMs: number
  attempt: Attempt<Started>
  gone: LightSignal
  /**
   * Chooses another channel and takes a slot on it; undefined if there is none. Never rejects, so that the first
   * attempt continues.
   */
  second(): Promise<Candidate | undefined>
  /** One attempt has failed while the other one still runs. */
  oneFailed(failed: FailedAttempt, other: Candidate): void
}

type Running<Started> = { candidate: Candidate; signal: LightAbortSignal; ended: Promise<EndedAttempt<Started>> }

/** The attempt whose response began first, or the one that failed last. `loser` was cancelled. */
type Raced<Started> = { ended: EndedAttempt<Started>; isHedged: boolean; loser?: Candidate }

/**
 * Starts a second attempt on another channel if the first response has not begun after some time. The first response to
 * begin wins, and the other attempt is cancelled. At most one extra request.
 */
export async function raced<Started>(race: Race<Started>): Promise<Raced<Started>> {
  const { afterMs, gone, oneFailed } = race
  const one = start(race, race.first)
  if (!(await isLate(one.ended, afterMs)) || gone.aborted) return { ended: await one.ended, isHedged: false }
  const second = await race.second()
  if (!second) return { ended: await one.ended, isHedged: false }
  const two = start(race, second)
  const ended = await Promise.race([one.ended, two.ended])
  const other = ended.candidate === second ? one : two
  if ('started' in ended) {
    other.signal.abort()
    return { ended, loser: other.candidate, isHedged: true }
  }
  if (!gone.aborted) oneFailed(ended, other.candidate)
  return { ended: await other.ended, isHedged: true }
}

/** The signal also aborts with the client's signal. */
function start<Started>({ attempt, gone }: Race<Started>, candidate: Candidate): Running<Started> {
  const signal = new LightAbortSignal()
  gone.addEventListener('abort', () => signal.abort())
  if (gone.aborted) signal.abort()
  const startedAt = performance.now()
  // An attempt that throws at once must not end the other one.
  const ended = Promise.try(attempt, candidate.withKey, signal).then(
    (started) => ({ candidate, startedAt, started }),
    (error: unknown) => ({ candidate, startedAt, error }),
  )
  return { candidate, signal, ended }
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
