import type { Charge } from '../domain/pricing/charge.ts'
import type { LogOther } from '../domain/pricing/log-other.ts'
import { totalCompletion, totalPrompt, type Usage } from '../domain/pricing/usage.ts'
import type { Call } from './call.ts'
import { type Channel, mappedModel } from './channel.ts'
import { Refusal } from './refusals.ts'
import type { RelayDeps } from './relay-deps.ts'
import { chargeSentence, otherOf } from './settle.ts'

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
  const { usage, charge } = bill
  const isLogged = snapshot.options.LogConsumeEnabled
  const isCharted = isLogged && snapshot.options.DataExportEnabled
  const names = { username: caller.username, model_name: call.model }
  const outcome = await ledger.capture({
    request_id: call.request_id,
    user_id: caller.user_id,
    token_id: caller.token_id,
    channel_id: channel.id,
    charge: charge.quota,
    at: clock(),
    ...(isLogged && {
      log: {
        ...names,
        content: [chargeSentence(charge), ...(bill.remarks ?? [])].join('，'),
        token_name: caller.token_name,
        prompt_tokens: totalPrompt(usage),
        completion_tokens: totalCompletion(usage),
        use_time: Math.round((performance.now() - call.startedAt) / 1000),
        is_stream: bill.isStream ? 1 : 0,
        group: caller.group,
        other: otherOf(charge, usage, { ...bill.other, ...journeyOf(call, channel, bill) }),
      },
    }),
    ...(isCharted && { consumption: { ...names, tokens: totalPrompt(usage) + totalCompletion(usage) } }),
  })
  if (!outcome.ok) throw new Refusal('database_error', { detail: { code: outcome.code } })
}

function journeyOf(call: Call, channel: Channel, { isCounted }: Bill): LogOther {
  const upstream_model_name = mappedModel(channel, call.model)
  return {
    ...(upstream_model_name !== call.model && { is_model_mapped: true, upstream_model_name }),
    admin_info: { use_channel: call.tried.map(String), ...(isCounted && { local_count_tokens: true }) },
  }
}
