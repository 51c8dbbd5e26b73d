import type { Charge } from '../../domain/pricing/charge.ts'
import { type LogOther, pricedOther } from '../../domain/pricing/log-other.ts'
import { totalCompletion, totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import type { Consumption, ConsumptionLog } from '../../domain/wallet/ledger/operations.ts'
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
  const { caller, snapshot } = call
  call.keeper?.end()
  const isLogged = snapshot.options.LogConsumeEnabled
  const isCharted = isLogged && snapshot.options.DataExportEnabled
  const outcome = await ledger.capture({
    request_id: call.request_id,
    user_id: caller.user_id,
    token_id: caller.token_id,
    channel_id: channel.id,
    charge: bill.charge.quota,
    at: clock(),
    log: isLogged ? logOf(call, channel, bill) : undefined,
    consumption: isCharted ? consumptionOf(call, bill) : undefined,
  })
  if (!outcome.ok) throw new Refusal('database_error', { detail: { code: outcome.code } })
  metrics.tokens(totalPrompt(bill.usage), totalCompletion(bill.usage))
}

/** What was delivered is charged, also where its exact charge would be more than any balance can hold: then the hold is. */
export function chargeWithin<Priced>(price: () => Priced, held: () => Priced): Priced {
  try {
    return price()
  } catch (error) {
    if (error instanceof RangeError) return held()
    throw error
  }
}

const logOf = (call: Call, channel: Channel, bill: Bill): ConsumptionLog => ({
  content: [chargeSentence(bill.charge), ...(bill.remarks ?? [])].join('，'),
  username: call.caller.username,
  token_name: call.caller.token_name,
  model_name: call.model,
  prompt_tokens: totalPrompt(bill.usage),
  completion_tokens: totalCompletion(bill.usage),
  use_time: Math.round((performance.now() - call.startedAt) / 1000),
  is_stream: bill.isStream ? 1 : 0,
  group: call.caller.group,
  other: JSON.stringify({
    ...pricedOther(bill.charge, bill.usage),
    ...bill.other,
    ...channelsOf(call, channel, bill),
  } satisfies LogOther),
})

const consumptionOf = ({ caller, model }: Call, { usage }: Bill): Consumption => ({
  username: caller.username,
  model_name: model,
  tokens: totalPrompt(usage) + totalCompletion(usage),
})

function channelsOf(call: Call, channel: Channel, { isCounted }: Bill): LogOther {
  const admin_info = { use_channel: call.tried.map(String), ...(isCounted && { local_count_tokens: true }) }
  const upstream_model_name = mappedModel(channel, call.model)
  return upstream_model_name === call.model
    ? { admin_info }
    : { is_model_mapped: true, upstream_model_name, admin_info }
}

/** The price that applied, in the words of the log. The parts of the charge are in `other`. */
function chargeSentence({ parts }: Charge): string {
  if (parts.price.kind === 'call') return `模型价格 $${parts.price.price}，分组倍率 ${parts.group_ratio}`
  return `模型倍率 ${parts.price.ratio}，补全倍率 ${parts.price.completion_ratio}，分组倍率 ${parts.group_ratio}`
}
