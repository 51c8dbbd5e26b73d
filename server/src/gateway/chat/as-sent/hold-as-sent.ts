import type { Estimate } from '../../../domain/money/pricing/hold.ts'
import { requestFees } from '../../../domain/money/pricing/request-fees.ts'
import { serviceTiersOf } from '../../../domain/money/pricing/usage.ts'
import type { Call } from '../../call/call.ts'
import { coverAttempt } from '../../call/channel-slot.ts'
import type { OpenedCall } from '../../call/open-call.ts'
import { promptGrowth } from '../../entry/admit.ts'
import type { RelayDeps } from '../../entry/relay-deps.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { isDearer, measureChange } from '../../overrides/measures.ts'
import type { Overridden } from '../../overrides/override-request.ts'
import type { Channel } from '../../routing/channel.ts'
import { textOf } from '../../translate/json/json-values.ts'
import { requestedService } from '../../translate/json/service-tiers.ts'
import type { IncomingChat } from '../incoming-chat.ts'
import { dearestOf, holdAtOf, outputMaxOf } from './estimate-chat.ts'

type Sending = OpenedCall & { incoming: IncomingChat; estimate: Estimate }
export type SentChat = { call: Call; incoming: IncomingChat }

/**
 * The call as a channel with overrides or a system prompt of its own is sent it: limits, counts, tiers and prompt are
 * those of the request that goes upstream, so it is guarded and charged by them. The hold is extended before anything is
 * sent; if the balance is too small for this channel, the next one is tried.
 */
export async function holdAsSent(
  channel: Channel,
  opened: Sending,
  deps: RelayDeps,
  { before = {}, after = {} }: Partial<Overridden> = {},
  addedTokens = 0,
): Promise<SentChat> {
  const { call } = opened
  const sent = sentAs(opened, before, after, addedTokens)
  if (sent === opened) return { call, incoming: opened.incoming }
  await coverAttempt(opened, channel, sent.call, deps)
  return sent
}

function sentAs(opened: Sending, before: JsonObject, after: JsonObject, addedTokens: number): SentChat {
  const { call, incoming, estimate } = opened
  const change = measureChange(before, after)
  const prompt = promptGrowth(before, after)
  const tokens = prompt.tokens + addedTokens
  const { outputMax, count, isSpoken, hasOthers } = change
  const model = textOf(after.model) ?? call.model
  const fees = requestFees(model, after)
  const hasOtherFee = fees?.[0]?.name !== requestFees(model, before)?.[0]?.name
  if (tokens === 0 && !isDearer(change) && !hasOtherFee) return opened
  const asked = {
    ...incoming,
    ...(outputMax && { outputMax: outputMax.is }),
    ...(count && { count: times(incoming.count, count), choices: times(incoming.choices, count) }),
  }
  const estimated: Estimate = {
    ...estimate,
    input: estimate.input + tokens,
    mediaInput: (estimate.mediaInput ?? 0) + prompt.mediaTokens,
    count: asked.count,
    services: hasOthers ? serviceTiersOf(requestedService(after)) : (estimate.services ?? []),
    ...(prompt.isCachedForHour && { isCachedForHour: true }),
    ...(isSpoken && { isSpoken }),
    ...(hasOtherFee && { fees }),
  }
  if (asked.outputMax === undefined) delete estimated.output_max
  else estimated.output_max = asked.outputMax
  const { PreConsumedQuota } = call.snapshot.options
  const { countPrompt } = call
  return {
    incoming: asked,
    call: {
      ...call,
      promptTokens: call.promptTokens + tokens,
      heldPrice: dearestOf(call.price, estimated, PreConsumedQuota),
      services: estimated.services ?? [],
      outputMax: outputMaxOf(asked, call.price),
      holdAt: holdAtOf(estimated, PreConsumedQuota),
      countPrompt: countPrompt && (async () => withTokens(await countPrompt(), tokens)),
    },
  }
}

/** Counts are per prompt, and a legacy completion may have several prompts. */
const times = (requested: number, { was, is }: { was: number; is: number }): number => Math.ceil(requested / was) * is

const withTokens = <Counted extends { input: number }>(counted: Counted, tokens: number): Counted => ({
  ...counted,
  input: counted.input + tokens,
})
