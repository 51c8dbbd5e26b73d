import { isBelievable, outputTokensMax } from '../../domain/pricing/believable.ts'
import { type Charge, chargeOf } from '../../domain/pricing/charge.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { noUsage, totalCompletion, totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import type { Call } from '../call/call.ts'
import { captureCall, chargeWithin } from '../call/capture.ts'
import type { PromptTokens } from '../counting/chat-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { objectOf } from '../translate/json/json-values.ts'
import type { ChatAsk } from './chat-ask.ts'
import type { Conversation } from './conversation.ts'
import type { Meter } from './meter.ts'

/** What ended a chat. */
export type End = 'done' | 'client_gone' | 'timeout' | 'failed' | 'out_of_quota' | 'over_limit' | 'stopped'

type Ending = {
  call: Call
  ask: ChatAsk
  channel: Channel
  conversation: Pick<Conversation, 'conversion' | 'upstreamModel'> & Partial<Pick<Conversation, 'request'>>
  meter: Meter
  /** Undefined when the upstream sent nothing. */
  firstByteMs: number | undefined
  end: End
  /** Why the stream failed, for administrators. */
  endError?: string
}

/**
 * The end of a chat, once: usage, charge and log row, committed together. When it returns the charge is durable and the
 * last bytes may be sent.
 */
export async function settleChat(ending: Ending, deps: RelayDeps): Promise<{ usage: Usage; quota: number }> {
  const { call, ask, channel, meter } = ending
  const { price } = call
  call.trace?.answered(meter.finishReason)
  const settled = usageOf(meter, {
    model: call.model,
    price,
    countPrompt: call.countPrompt ?? (async () => ({ input: call.promptTokens, image_input: 0, audio_input: 0 })),
    outputMax: outputLimit(ending),
    count: ask.count,
    end: ending.end,
  })
  const { usage, isCounted } = settled instanceof Promise ? await settled : settled
  const isOverLimit = ending.end === 'over_limit' || (isCounted && totalCompletion(usage) > tokensMaxOf(ending))
  const chargeOfUsage = (used: Usage) => chatCharge(used, price, call.groupRatio)
  const charge = chargeWithin(
    () => chargeOfUsage(usage),
    () => ({ ...chargeOfUsage(noUsage), quota: call.held }),
  )
  await captureCall(
    call,
    channel,
    {
      usage,
      charge,
      isCounted,
      isStream: ask.isStream,
      other: { ...otherFacts(ending), ...(isOverLimit && { over_limit: true }) },
    },
    deps,
  )
  return { usage, quota: charge.quota }
}

/** The most tokens that the answers may have; an upstream that ignores the limit makes more. */
export function tokensMaxOf(ending: Pick<Ending, 'call' | 'ask' | 'conversation'>): number {
  const outputMax = outputLimit(ending) ?? ending.call.price.max_output
  return outputMax === undefined ? Number.POSITIVE_INFINITY : outputTokensMax(outputMax, ending.ask.count)
}

/** The limit that was sent upstream: thinking may raise it above the client's. */
function outputLimit({ ask, conversation }: Pick<Ending, 'ask' | 'conversation'>): number | undefined {
  const body = objectOf(conversation.request?.body)
  const sent = body ? [body.max_tokens, body.max_completion_tokens, body.max_output_tokens] : []
  const limits = [ask.outputMax, ...sent].filter((limit) => typeof limit === 'number')
  return limits.length > 0 ? Math.max(...limits) : undefined
}

function otherFacts({ ask, conversation, firstByteMs, end, endError, meter }: Ending) {
  return {
    frt: ask.isStream && firstByteMs !== undefined ? Math.round(firstByteMs) : -1000,
    request_path: ask.path,
    request_conversion: conversation.conversion,
    ...(meter.finishReason === 'content_filter' && { reject_reason: 'content_filter' }),
    ...(ask.isStream && {
      stream_status: {
        status: end === 'done' ? ('ok' as const) : ('error' as const),
        end_reason: end,
        ...(endError && { end_error: endError }),
      },
    }),
  }
}

/** Usage, and whether it is our own count. */
type Settled = { usage: Usage; isCounted: boolean }

type Terms = {
  model: string
  price: Price
  countPrompt: () => Promise<PromptTokens>
  outputMax: number | undefined
  count: number
  end: End
}

/** Tokens that a tool call costs around its own text. */
export const toolCallTokens = 7
/** An upper estimate of ordinary text in any script: prose has more bytes per token. */
export const bytesPerToken = 3

/**
 * The upstream's usage where it can be true, our own count where it is missing or cannot. An empty answer costs nothing,
 * unless its client hung up first. When an answer broke off, the usage reported so far may be older than the output that
 * was delivered: then the larger count holds.
 */
function usageOf(meter: Meter, terms: Terms): Settled | Promise<Settled> {
  const { price, outputMax, count, end } = terms
  const bounds = { contextMax: price.context, outputCap: outputMax ?? price.max_output, count }
  const claimed = meter.usage
  const reported = claimed && totalPrompt(claimed) > 0 && isBelievable(claimed, bounds) ? claimed : undefined
  const said = reported ? totalCompletion(reported) : 0
  if (reported && end === 'done' && (said > 0 || !meter.hasOutput))
    return { usage: said > 0 ? reported : noUsage, isCounted: false }
  if (!meter.hasOutput && end !== 'client_gone') return { usage: noUsage, isCounted: claimed !== undefined }
  return countUsage(meter, terms, reported, said)
}

async function countUsage(
  meter: Meter,
  { model, countPrompt }: Terms,
  reported: Usage | undefined,
  said: number,
): Promise<Settled> {
  const counted = await countOutput(meter, model)
  const { audioTokens } = meter
  if (!reported)
    return {
      usage: { ...noUsage, ...(await countPrompt()), output: counted, audio_output: audioTokens },
      isCounted: true,
    }
  const missing = Math.max(0, counted - (said - reported.audio_output))
  const missingAudio = Math.max(0, audioTokens - reported.audio_output)
  if (missing + missingAudio === 0) return { usage: reported, isCounted: false }
  const output = reported.output + missing
  return { usage: { ...reported, output, audio_output: reported.audio_output + missingAudio }, isCounted: true }
}

export async function countOutput(meter: Meter, model: string): Promise<number> {
  const { kept, droppedBytes } = meter.text
  const count = await tokenCounter(model)
  return count(kept) + Math.ceil(droppedBytes / bytesPerToken) + meter.toolCalls * toolCallTokens
}

export const chatCharge = (usage: Usage, price: Price, groupRatio: number): Charge => {
  // A price per call is for a call with an answer.
  const isEmpty = totalPrompt(usage) + totalCompletion(usage) === 0
  return chargeOf(usage, price, groupRatio, { count: price.kind === 'call' && isEmpty ? 0 : 1 })
}
