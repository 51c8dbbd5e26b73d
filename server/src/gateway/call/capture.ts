import type { Charge } from '../../domain/pricing/charge.ts'
import type { LogOther } from '../../domain/pricing/log-other.ts'
import { totalCompletion, totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import type { Consumption, ConsumptionLog } from '../../domain/wallet/ledger/operations.ts'
import { chargeSentence, otherOf } from '../chat/settle.ts'
import { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { type Channel, mappedModel } from '../routing/channel.ts'
import type { Call } from './call.ts'

/** What a call came to, and what its row says besides. */
export type Bill = {
  usage: Usage
  charge: Charge
  /** We counted, because the upstream did not or could not be believed. */
  isCounted: boolean
  isStream: boolean
  /** Facts that follow the rule of the charge in the row's sentence. */
  remarks?: readonly string[]
  other: LogOther
}

/**
 * The one place where relayed calls are charged: the charge, the row of the log and the hour of the dashboard are
 * committed together. When this returns they are durable.
 */
export async function captureCall(
  call: Call,
  channel: Channel,
  bill: Bill,
  { ledger, clock }: RelayDeps,
): Promise<void> {
  const { caller, snapshot } = call
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
  other: otherOf(bill.charge, bill.usage, { ...bill.other, ...journeyOf(call, channel, bill) }),
})

const consumptionOf = ({ caller, model }: Call, { usage }: Bill): Consumption => ({
  username: caller.username,
  model_name: model,
  tokens: totalPrompt(usage) + totalCompletion(usage),
})

function journeyOf(call: Call, channel: Channel, { isCounted }: Bill): LogOther {
  const admin_info = { use_channel: call.tried.map(String), ...(isCounted && { local_count_tokens: true }) }
  const upstream_model_name = mappedModel(channel, call.model)
  return upstream_model_name === call.model
    ? { admin_info }
    : { is_model_mapped: true, upstream_model_name, admin_info }
}
