import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../../../log.ts'
import type { CaptureInput, ExactLedger, HoldInput, Ledger } from '../ledger/ledger.ts'
import type { BilledCall, Outcome } from '../ledger/operations.ts'
import { newSliceId } from '../ledger/slice-id.ts'
import { Demand } from './demand.ts'
import { type Clocks, elapsedMs, type Moment, systemClocks } from './elapsed.ts'
import { callsWorthwhile, Slice, type SlicedCall, sliceSeconds } from './slice.ts'

/** A covered call that runs for longer gets a hold of its own. */
const coveredForMs = 5000
const sweepEveryMs = 250
const recallEveryMs = 100
/** How long a process that ends waits until its slices are released. Without the database they are left to expire. */
const closeMs = 2000

export type SliceLimits = {
  /** How long a call that lacks money waits for the slices of its user. */
  recallMs: number
}
const defaultLimits: SliceLimits = { recallMs: 2000 }

type Deps = {
  clock: () => number
  log: Log
  clocks?: Clocks
  limits?: Partial<SliceLimits>
}

const covered: Outcome = { ok: true }
type Owner = Pick<BilledCall, 'user_id' | 'token_id' | 'sources'>
/** Calls that the same sources pay for share a slice. */
const keyOf = ({ user_id, token_id, sources }: Owner) =>
  sources ? `${user_id}/${token_id}/${sources.join(' ')}` : `${user_id}/${token_id}`

/**
 * Covers the calls of busy users by slices: amounts that the exact ledger holds for this process, from which calls are
 * covered without asking the database. The exact ledger decides every call that no slice covers.
 */
export function createSlicedLedger(exact: ExactLedger, { clock, log, clocks = systemClocks, limits }: Deps): Ledger {
  const { recallMs } = { ...defaultLimits, ...limits }
  const demands = new Map<string, Demand>()
  const slices = new Set<Slice>()
  const calls = new Map<string, SlicedCall>()
  const recalls = new Map<number, Promise<void>>()
  /** Slices that are being given back. */
  const ending = new Set<Slice>()
  const requested = new Set<Promise<void>>()
  let sliced = 0
  let isClosing = false
  let sweeper: NodeJS.Timeout | undefined

  function demandOf(owner: Owner): Demand {
    const key = keyOf(owner)
    const known = demands.get(key)
    if (known) return known
    const demand = new Demand(clocks())
    demands.set(key, demand)
    sweeper ??= setInterval(sweep, sweepEveryMs).unref()
    return demand
  }

  function hold(hold: HoldInput): Promise<Outcome> {
    if (!isCoverable(hold)) return recalling(hold, () => exact.hold(hold))
    const now = clocks()
    const demand = demandOf(hold)
    const isBusy = demand.begin(now)
    const slice = demand.slice?.mayGoOn(now) ? demand.slice : undefined
    const isTrusted = slice?.isTrusted(now) && exact.isHealthy()
    if (slice && isTrusted && slice.has(hold.amount)) {
      calls.set(hold.request_id, slice.give(hold, now))
      sliced += 1
      if (slice.isLow) requestSlice(hold, demand, now)
      return Promise.resolve(covered)
    }
    const outcome = slice ? holdBeside(slice, hold, now) : recalling(hold, () => exact.hold(hold))
    if (isTrusted) demand.fellShort()
    if (isBusy && (isTrusted || !slice)) requestSlice(hold, demand, now) // in the same commit as the hold
    return outcome
  }

  /** Takes an exact hold, whose outcome also tells whether the slice may go on. */
  async function holdBeside(slice: Slice, hold: HoldInput, requested: Moment): Promise<Outcome> {
    const outcome = await recalling(hold, () => exact.hold({ ...hold, slice: slice.part() }))
    noteStanding(slice, outcome, requested)
    return outcome
  }

  function noteStanding(slice: Slice, outcome: Outcome, requested: Moment): void {
    if (!outcome.ok || outcome.sliceLeft === undefined) return
    if (outcome.sliceLeft > 0) slice.seen(requested)
    else stop(slice)
  }

  function requestSlice(hold: HoldInput, demand: Demand, now: Moment): void {
    if (isClosing || !demand.mayRequest(now)) return
    demand.isRequesting = true
    const response = openSlice(hold, demand, now).finally(() => {
      demand.isRequesting = false
      requested.delete(response)
    })
    requested.add(response)
  }

  async function openSlice(
    { user_id, caller_id, token_id, sources, amount }: HoldInput,
    demand: Demand,
    now: Moment,
  ): Promise<void> {
    const at = clock()
    const ids = { request_id: newSliceId(user_id, token_id), user_id, caller_id, token_id, sources }
    const wanted = { ...ids, amount: demand.wanted(amount), call: amount, at, expires_at: at + sliceSeconds }
    try {
      const outcome = await exact.grant(wanted)
      const granted = outcome.ok ? (outcome.sliceLeft ?? 0) : 0
      if (granted < amount * callsWorthwhile) demand.refuse(clocks())
      if (granted === 0) return
      if (demand.slice) retire(demand.slice)
      demand.slice = new Slice(wanted, granted, now)
      slices.add(demand.slice)
    } catch (error) {
      demand.refuse(clocks())
      log.warn('no slice', { user_id, token_id, error })
    }
  }

  /** Covers no further call, and ends the slice after the last covered one. */
  function retire(slice: Slice): void {
    slice.isClosed = true
    endIfEmpty(slice)
  }

  /** Ends a slice now: the covered calls get holds of their own. */
  function close(slice: Slice): void {
    slice.isClosed = true
    for (const call of slice.calls.values()) if (!call.isSettling) cut(call).catch(noteFailure(call))
    endIfEmpty(slice)
  }

  function endIfEmpty(slice: Slice): void {
    if (!slice.isClosed || slice.calls.size > 0 || !slices.delete(slice)) return
    const { id: request_id, user_id, caller_id, token_id, sources } = slice
    if (!slice.wasWorthwhile) demands.get(keyOf(slice))?.refuse(clocks())
    if (slice.isUncertain) {
      slice.end()
      return
    }
    ending.add(slice)
    exact
      .release({ request_id, user_id, caller_id, token_id, sources, at: clock() })
      .catch((error: unknown) => log.warn('a slice is left to expire', { user_id, token_id, error }))
      .finally(() => {
        ending.delete(slice)
        slice.end()
      })
  }

  const noteFailure =
    ({ hold: { request_id } }: SlicedCall) =>
    (error: unknown) =>
      log.error('a call did not get a hold of its own', { request_id, error })

  function cut(call: SlicedCall): Promise<Outcome> {
    call.cutting ??= cutOut(call).finally(() => {
      call.cutting = undefined
    })
    return call.cutting
  }

  async function cutOut(call: SlicedCall): Promise<Outcome> {
    const { slice, hold } = call
    const { request_id, user_id, caller_id, token_id, sources, model_name, group, price_snapshot, expires_at } = hold
    const about = { caller_id, sources, model_name, group, price_snapshot, at: clock(), expires_at }
    try {
      const outcome = await exact.cut({ request_id, user_id, token_id, slice: slice.part(hold.amount), ...about })
      if (outcome.ok) forget(call, hold.amount)
      else if (outcome.code === 'not_found') {
        slice.doubt()
        forget(call, 0)
      } else doubt(call)
      return outcome
    } catch (error) {
      doubt(call)
      throw error
    }
  }

  function doubt(call: SlicedCall): void {
    call.isUncertain = true
    call.slice.doubt()
  }

  /** Notes that the slice no longer covers the call. */
  function forget(call: SlicedCall, lost: number): void {
    calls.delete(call.hold.request_id)
    call.slice.takeBack(call, lost, clocks())
    endIfEmpty(call.slice)
  }

  /** Waits until a running `cut` has ended, and gives the call if a slice still covers it. */
  async function afterCutting(call: SlicedCall): Promise<SlicedCall | undefined> {
    if (call.cutting) await call.cutting.catch(() => {})
    return calls.get(call.hold.request_id)
  }

  /** Gives a covered call a row of its own before an operation on that row. */
  async function withRow({ request_id }: BilledCall, request: () => Promise<Outcome>): Promise<Outcome> {
    const call = calls.get(request_id)
    const outcome = call && (await cut(call))
    return outcome?.ok === false ? outcome : request()
  }

  function capture(capture: CaptureInput): Promise<Outcome> {
    const call = calls.get(capture.request_id)
    if (call) return call.cutting ? captureAfterCutting(call, capture) : captureSliced(call, capture)
    const slice = demands.get(keyOf(capture))?.slice
    const now = clocks()
    return slice?.mayGoOn(now) ? captureBeside(slice, capture, now) : exact.capture(capture)
  }

  async function captureBeside(slice: Slice, capture: CaptureInput, requested: Moment): Promise<Outcome> {
    const outcome = await exact.capture({ ...capture, slice: slice.part() })
    noteStanding(slice, outcome, requested)
    return outcome
  }

  async function captureAfterCutting(call: SlicedCall, capture: CaptureInput): Promise<Outcome> {
    const still = await afterCutting(call)
    return still ? captureSliced(still, capture) : exact.capture(capture)
  }

  async function captureSliced(call: SlicedCall, capture: CaptureInput): Promise<Outcome> {
    const { slice, hold, isUncertain } = call
    const requested = clocks()
    call.isSettling = true
    calls.delete(hold.request_id)
    try {
      const outcome = await exact.capture({ ...capture, slice: slice.part(hold.amount), isRepeat: isUncertain })
      const left = outcome.ok ? outcome.sliceLeft : undefined
      if (left === undefined || isUncertain) slice.leaveTo(call)
      else slice.takeBack(call, Math.min(capture.charge, hold.amount), clocks())
      noteStanding(slice, outcome, requested)
      endIfEmpty(slice)
      return outcome
    } catch (error) {
      slice.leaveTo(call)
      endIfEmpty(slice)
      throw error
    }
  }

  /** Ends a slice that was recalled, or whose user or token may not spend more. */
  function stop(slice: Slice): void {
    if (!slice.isClosed) demandOf(slice).refuse(clocks())
    close(slice)
  }

  async function release(release: BilledCall & { at: number }): Promise<Outcome> {
    const known = calls.get(release.request_id)
    const call = known?.cutting ? await afterCutting(known) : known
    if (!call) return exact.release(release)
    if (!call.isUncertain) {
      forget(call, 0)
      return covered
    }
    calls.delete(release.request_id)
    call.slice.leaveTo(call)
    endIfEmpty(call.slice)
    return exact.release(release)
  }

  /**
   * Takes back all slices of the user before a call is refused for lack of money that something holds. Then the call is
   * decided anew, because a slice of another process may have been given back meanwhile, unseen.
   */
  async function recalling({ user_id }: BilledCall, request: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = await request()
    if (outcome.ok || !outcome.isHeld) return outcome
    await recall(user_id)
    return request()
  }

  function recall(user_id: number): Promise<void> {
    const known = recalls.get(user_id)
    if (known) return known
    const recalled = recallSlices(user_id).finally(() => recalls.delete(user_id))
    recalls.set(user_id, recalled)
    return recalled
  }

  async function recallSlices(user_id: number): Promise<void> {
    const begun = clocks()
    const own = [...slices, ...ending].filter((slice) => slice.user_id === user_id)
    for (const slice of own) stop(slice)
    await Promise.race([Promise.all(own.map(({ ended }) => ended)), pause(recallMs, undefined, { ref: false })])
    for (;;) {
      const outcome = await exact.recall({ user_id, at: clock() })
      if (!outcome.ok || !outcome.sliceLeft || elapsedMs(begun, clocks()) >= recallMs) return
      await pause(recallEveryMs)
    }
  }

  function sweep(): void {
    const now = clocks()
    for (const slice of slices) {
      if (slice.isIdle(now) || slice.isOld(now)) close(slice)
      else cutOld(slice, now)
    }
    for (const [key, demand] of demands) {
      if (demand.slice && !slices.has(demand.slice)) demand.slice = undefined
      if (demand.isOver(now)) demands.delete(key)
    }
    if (demands.size + slices.size + ending.size > 0) return
    clearInterval(sweeper)
    sweeper = undefined
  }

  function cutOld({ calls }: Slice, now: Moment): void {
    for (const call of calls.values()) {
      if (elapsedMs(call.since, now) < coveredForMs) return
      if (!call.isSettling) cut(call).catch(noteFailure(call))
    }
  }

  return {
    hold,
    extend: (extension) => withRow(extension, () => recalling(extension, () => exact.extend(extension))),
    occupy: (place) => withRow(place, () => exact.occupy(place)),
    checkpoint: (checkpoint) => withRow(checkpoint, () => exact.checkpoint(checkpoint)),
    capture,
    release,
    expire: exact.expire,
    canSettle: exact.canSettle,
    isHealthy: exact.isHealthy,
    counts: () => ({ ...exact.counts(), sliced }),
    async close() {
      isClosing = true
      clearInterval(sweeper)
      await Promise.all(requested)
      const open = [...slices]
      for (const slice of open) close(slice)
      await Promise.race([Promise.all(open.map(({ ended }) => ended)), pause(closeMs, undefined, { ref: false })])
      await exact.close()
    },
  }
}

/**
 * Whether a slice may cover the call. Calls under limits change counters at their start. Members share a slice only
 * with themselves, and in the playground no token tells them apart. The exact ledger refuses invalid amounts.
 */
const isCoverable = ({ caller_id, token_id, amount, limits, isRepeat, isLongRunning }: HoldInput) =>
  Number.isSafeInteger(amount) && amount > 0 && !limits && !isRepeat && !isLongRunning && (!caller_id || token_id !== 0)
