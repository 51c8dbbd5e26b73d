import type { ChannelCost } from '@turnpike/contract/routing/channel-cost'
import { type Charge, quotaOfTokens } from '../../domain/money/pricing/charge.ts'
import { costOf } from '../../domain/money/pricing/cost/cost-of.ts'
import type { LogOther } from '../../domain/money/pricing/log-other.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { pricedFacts } from '../../domain/money/pricing/priced-facts.ts'
import { totalCompletion, totalPrompt, type Usage } from '../../domain/money/pricing/usage.ts'
import type { Ledger } from '../../domain/money/wallet/ledger/ledger.ts'
import type { ConsumptionLog } from '../../domain/money/wallet/ledger/operations.ts'
import { isCosted, type Limit, writeCounters } from '../../domain/routing/limits/counter-key.ts'
import { type RecordedAttempt, writeCallRecord } from '../../domain/usage/logs/call-record.ts'
import type { CallTrace } from '../../traces/traces.ts'
import type { SettledFigures } from '../entry/call-metrics.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { type Channel, mappedModel } from '../routing/channel.ts'
import { routeFacts } from '../routing/route-facts.ts'
import type { Attempts } from './attempts.ts'
import { billed, type Call } from './call.ts'
import { publicPrice, startOf } from './estimated-cost.ts'
import { limitsHeld } from './limits.ts'
import type { OpenedCall } from './open-call.ts'

/** The usage and charge of a call, and further facts for its log row. */
export type Bill = {
  usage: Usage
  charge: Charge
  /** Counted by the gateway: the upstream reported no usage, or an implausible one. */
  isCounted: boolean
  isStream: boolean
  /** Text after the price in the sentence of the log row. */
  remarks?: readonly string[]
  other: LogOther
  /** Parts of the charge that have their own prices. */
  included?: readonly { charge: Charge; usage: Usage; price: Price }[]
}

/**
 * The only function that charges relayed calls: the charge, the log row and the dashboard's hour are committed together.
 * When it returns they are durable.
 */
export async function captureCall(opened: OpenedCall, channel: Channel, bill: Bill, deps: RelayDeps): Promise<void> {
  const { ledger, clock, metrics, keySpending, stickyFigures } = deps
  const { call, hold, slot } = opened
  hold.beginCapture()
  call.trace?.completed()
  const outcome = await ledger.capture(captureOf(opened, channel, bill, clock()))
  if (!outcome.ok) throw new Refusal('database_error', { detail: { code: outcome.code } })
  if (slot.occupied) deps.channelQueue.freed(slot.occupied)
  if (channel.keyId > 0) keySpending.add(channel.keyId, { quota: bill.charge.quota, calls: 1 })
  if (call.conversation !== undefined && bill.usage.cache_read > 0)
    stickyFigures.add(channel.id, { calls: 0, hits: 0, saved: savedByCache(call, bill.usage) })
  const figures = figuresOf(call, bill)
  metrics.settled({ model: call.model, channel: channel.id, group: call.caller.group }, figures)
  if (call.trace) traceBill(call.trace, call, channel, bill, figures)
}

const figuresOf = ({ startedAt }: Call, { charge, usage, other: { frt = -1 } }: Bill): SettledFigures => ({
  quota: charge.quota,
  input: totalPrompt(usage),
  output: totalCompletion(usage),
  ms: performance.now() - startedAt,
  firstMs: frt >= 0 ? frt : undefined,
})

function traceBill(
  trace: CallTrace,
  { model, startedAt }: Call,
  channel: Channel,
  { usage, isStream }: Bill,
  figures: SettledFigures,
): void {
  const upstreamModel = mappedModel(channel, model)
  trace.settled({ ...figures, channel, upstreamModel, cacheRead: usage.cache_read, isStream, startedAt })
}

/** How much more the call would have cost if nothing had been read from a cache. */
function savedByCache({ price, groupRatio }: Call, usage: Usage): number {
  if (price.kind !== 'tokens') return 0
  const uncached = { ...usage, input: usage.input + usage.cache_read, cache_read: 0 }
  return Math.max(0, quotaOfTokens(uncached, price, groupRatio) - quotaOfTokens(usage, price, groupRatio))
}

export type Capture = Parameters<Ledger['capture']>[0]

/** The charge of a call, as the ledger takes it. */
export function captureOf(opened: OpenedCall, channel: Channel, bill: Bill, at: number): Capture {
  const { call, attempts, slot } = opened
  return {
    ...billed(call),
    channel_id: channel.id,
    charge: bill.charge.quota,
    at,
    log: call.snapshot.options.LogConsumeEnabled ? logOf(call, attempts, channel, bill, at) : undefined,
    ...countedOf(limitsHeld(opened), bill),
    ...(slot.occupied?.some(isCosted) && { cost: costOfBudgets(call, channel, bill, at) }),
  }
}

const countedOf = (limits: readonly Limit[] | undefined, { usage }: Bill) =>
  limits && {
    limits: writeCounters(limits),
    prompt_tokens: totalPrompt(usage),
    completion_tokens: totalCompletion(usage),
  }

/**
 * Delivered output is always charged. If the exact charge exceeds every possible balance, the hold is charged instead.
 */
export function chargeWithin<Priced>(price: () => Priced, held: () => Priced): Priced {
  try {
    return price()
  } catch (error) {
    if (error instanceof RangeError) return held()
    throw error
  }
}

function logOf(call: Call, attempts: Attempts, channel: Channel, bill: Bill, at: number): ConsumptionLog {
  const { charge, usage, isCounted, other, remarks = [] } = bill
  const upstreamModel = mappedModel(channel, call.model)
  const totalMs = performance.now() - call.startedAt
  const cost = channel.cost && costOfBill(channel.cost, call, channel, bill, at)
  return {
    username: call.caller.username,
    token_name: call.caller.token_name,
    model_name: call.model,
    prompt_tokens: totalPrompt(usage),
    completion_tokens: totalCompletion(usage),
    use_time: Math.round(totalMs / 1000),
    is_stream: bill.isStream ? 1 : 0,
    group: call.caller.group,
    first_ms: Math.max(0, other.frt ?? 0),
    ...(cost !== undefined && { cost }),
    facts: writeCallRecord(pricedFacts(charge, usage, cost), {
      attempts: attemptsOf(attempts),
      untried: attempts.tried.length > 1 ? routeOf(call, attempts, at) : [],
      timing: timingOf(call, attempts, totalMs),
      isCounted,
      upstreamModel: upstreamModel === call.model ? undefined : upstreamModel,
      remarks,
      other: call.virtual || attempts.isHedged ? { ...other, ...factsOfCall(call, attempts) } : other,
    }),
  }
}

const factsOfCall = ({ virtual }: Call, { isHedged }: Attempts): LogOther => ({
  ...(virtual && { virtual_model: virtual.name }),
  ...(virtual && virtual.failed.length > 0 && { virtual_failed: [...virtual.failed] }),
  ...(isHedged && { hedged: true }),
})

/** Undefined if any part of it is unknown. */
function costOfBill(cost: ChannelCost, call: Call, channel: Channel, bill: Bill, now: number): number | undefined {
  const { charge, usage, included = [] } = bill
  const at = startOf(call, now)
  const costs = [
    costOf(cost, { charge, usage, models: [mappedModel(channel, call.model), call.model], at }),
    ...included.map((each) => costOf(cost, { ...each, models: [each.price.model], at })),
  ]
  return costs.reduce((sum, each) => (sum === undefined || each === undefined ? undefined : sum + each), 0)
}

/** Budgets of a channel count a call of unknown cost at its public price. */
const costOfBudgets = (call: Call, channel: Channel, bill: Bill, at: number): number | undefined =>
  (channel.cost && costOfBill(channel.cost, call, channel, bill, at)) ??
  costOfBill(publicPrice, call, channel, bill, at)

/** The channels tried, in order; all but the last have failed. */
const attemptsOf = ({ tried, failures }: Attempts): RecordedAttempt[] =>
  tried.map((id, index) => {
    const failure = failures[index]
    return failure ? [id, failure.kind, failure.status] : [id]
  })

/** Why a call with several attempts did not go to the other channels. */
const routeOf = ({ snapshot, model, caller: { group }, promptTokens }: Call, { tried }: Attempts, at: number) =>
  routeFacts(snapshot, { model, group, promptTokens }, tried, () => at)

const timingOf = ({ startedAt }: Call, { sentAt, respondedAt }: Attempts, totalMs: number) => {
  const since = (at: number | undefined) => Math.round(at === undefined ? totalMs : at - startedAt)
  return [since(sentAt), since(respondedAt), Math.round(totalMs)] as const
}
