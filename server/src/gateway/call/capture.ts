import { type AttemptFacts, writeFacts } from '../../domain/logs/call-facts.ts'
import type { Charge } from '../../domain/pricing/charge.ts'
import type { LogOther } from '../../domain/pricing/log-other.ts'
import { pricedFacts } from '../../domain/pricing/priced-facts.ts'
import { totalCompletion, totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import type { Ledger } from '../../domain/wallet/ledger/ledger.ts'
import type { ConsumptionLog } from '../../domain/wallet/ledger/operations.ts'
import { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { type Channel, mappedModel } from '../routing/channel.ts'
import type { Call } from './call.ts'

/** The usage and charge of a call, and what its log row says besides. */
export type Bill = {
  usage: Usage
  charge: Charge
  /** Our own count: the upstream reported no usage, or one that cannot be true. */
  isCounted: boolean
  isStream: boolean
  /** What follows the price in the row's sentence. */
  remarks?: readonly string[]
  other: LogOther
}

/**
 * The only function that charges relayed calls: the charge, the log row and the dashboard's hour are committed together.
 * When it returns they are durable.
 */
export async function captureCall(
  call: Call,
  channel: Channel,
  bill: Bill,
  { ledger, clock, metrics }: RelayDeps,
): Promise<void> {
  call.keeper?.end()
  const outcome = await ledger.capture(captureOf(call, channel, bill, clock()))
  if (!outcome.ok) throw new Refusal('database_error', { detail: { code: outcome.code } })
  metrics.tokens(totalPrompt(bill.usage), totalCompletion(bill.usage))
}

export type Capture = Parameters<Ledger['capture']>[0]

/** The charge of a call, as the ledger takes it. */
export const captureOf = (call: Call, channel: Channel, bill: Bill, at: number): Capture => ({
  request_id: call.request_id,
  user_id: call.caller.user_id,
  token_id: call.caller.token_id,
  channel_id: channel.id,
  charge: bill.charge.quota,
  at,
  log: call.snapshot.options.LogConsumeEnabled ? logOf(call, channel, bill) : undefined,
})

/** What was delivered is charged, also where its exact charge would be more than any balance can hold: then the hold is. */
export function chargeWithin<Priced>(price: () => Priced, held: () => Priced): Priced {
  try {
    return price()
  } catch (error) {
    if (error instanceof RangeError) return held()
    throw error
  }
}

function logOf(call: Call, channel: Channel, bill: Bill): ConsumptionLog {
  const { charge, usage, isCounted, other, remarks = [] } = bill
  const upstreamModel = mappedModel(channel, call.model)
  const totalMs = performance.now() - call.startedAt
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
    facts: writeFacts(pricedFacts(charge, usage), {
      attempts: attemptsOf(call),
      timing: timingOf(call, totalMs),
      isCounted,
      upstreamModel: upstreamModel === call.model ? undefined : upstreamModel,
      remarks,
      other,
    }),
  }
}

/** The channels tried, in order; all but the last have failed. */
const attemptsOf = ({ tried, failures }: Call): AttemptFacts[] =>
  tried.map((id, index) => {
    const failure = failures[index]
    return failure ? [id, failure.kind, failure.status] : [id]
  })

const timingOf = ({ startedAt, sentAt, respondedAt }: Call, totalMs: number) => {
  const since = (at: number | undefined) => Math.round(at === undefined ? totalMs : at - startedAt)
  return [since(sentAt), since(respondedAt), Math.round(totalMs)] as const
}
