import { isBelievable, outputTokensMax, toolCallsMax } from '../../domain/money/pricing/believable.ts'
import { type Charge, chargeOf } from '../../domain/money/pricing/charge.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import {
  addToolCalls,
  checkCount,
  largerToolCalls,
  noUsage,
  type ToolCalls,
  totalCompletion,
  totalPrompt,
  type Usage,
} from '../../domain/money/pricing/usage.ts'
import { captureCall, chargeWithin } from '../call/capture.ts'
import type { OpenedCall } from '../call/open-call.ts'
import type { PromptTokens } from '../counting/chat-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { objectOf } from '../translate/json/json-values.ts'
import { requestedService } from '../translate/json/service-tiers.ts'
import type { Conversation } from './conversation.ts'
import type { IncomingChat } from './incoming-chat.ts'
import { bytesPerToken, type Meter, toolCallTokens } from './meter.ts'
import { chargeOthers, otherModelFacts, otherModelRemarks } from './other-models.ts'

export type End = 'done' | 'client_gone' | 'timeout' | 'failed' | 'out_of_quota' | 'over_limit' | 'stopped'

type EndedChat = OpenedCall & {
  incoming: IncomingChat
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
 * Settles a chat, once: usage, charge and log row are committed together. When it returns the charge is durable and the
 * last bytes may be sent.
 */
export async function settleChat(ending: EndedChat, deps: RelayDeps): Promise<{ usage: Usage; quota: number }> {
  const { call, hold, incoming, channel, meter } = ending
  const { price } = call
  call.trace?.completed(meter.finishReason)
  const settled = usageOf(meter, {
    model: call.model,
    price,
    countPrompt: call.countPrompt ?? (async () => ({ input: call.promptTokens, image_input: 0, audio_input: 0 })),
    promptTokens: call.promptTokens,
    notCounted: (error) =>
      deps.log.error('usage not counted, charged by estimate', { request_id: call.request_id, error }),
    outputMax: outputLimit(ending),
    count: incoming.count,
    end: ending.end,
  })
  const { usage: counted, isCounted } = settled instanceof Promise ? await settled : settled
  const usage = price.kind === 'tokens' && price.tiers ? withService(counted, ending) : counted
  const isOverLimit = ending.end === 'over_limit' || (isCounted && totalCompletion(usage) > tokensMaxOf(ending))
  const chargeOfUsage = (used: Usage) => chatCharge(used, price, call.groupRatio)
  const { charge, others } = chargeWithin(
    () => withOthers(chargeOfUsage(usage), chargeOthers(usage, call, deps.clock())),
    () => withOthers({ ...chargeOfUsage(noUsage), quota: hold.amount }, []),
  )
  await captureCall(
    ending,
    channel,
    {
      usage,
      charge,
      isCounted,
      isStream: incoming.isStream,
      remarks: otherModelRemarks(others),
      other: { ...otherFacts(ending), ...(isOverLimit && { over_limit: true }), ...otherModelFacts(others) },
      included: others,
    },
    deps,
  )
  return { usage, quota: charge.quota }
}

/** The usage at the service tier that the upstream states, or that was requested where it states none. */
function withService(usage: Usage, { meter, conversation }: Pick<EndedChat, 'meter' | 'conversation'>): Usage {
  const sent = objectOf(conversation.request?.body)
  return { ...usage, service: { ...(sent && requestedService(sent)), ...meter.usage?.service, ...usage.service } }
}

/** The charge has the parts of the requested model and the quota of the whole call. */
function withOthers(charge: Charge, others: ReturnType<typeof chargeOthers>) {
  const quota = checkCount(others.reduce((sum, other) => sum + other.charge.quota, charge.quota))
  return { charge: { ...charge, quota }, others }
}

/** The most tokens of all choices; an upstream that ignores the limit makes more. */
export function tokensMaxOf(ending: Pick<EndedChat, 'call' | 'incoming' | 'conversation'>): number {
  const outputMax = outputLimit(ending) ?? ending.call.price.max_output
  return outputMax === undefined ? Number.POSITIVE_INFINITY : outputTokensMax(outputMax, ending.incoming.count)
}

/** The limit that was sent upstream. Thinking may raise it above the client's. */
function outputLimit({ incoming, conversation }: Pick<EndedChat, 'incoming' | 'conversation'>): number | undefined {
  const body = objectOf(conversation.request?.body)
  const sent = body ? [body.max_tokens, body.max_completion_tokens, body.max_output_tokens] : []
  const limits = [incoming.outputMax, ...sent].filter((limit) => typeof limit === 'number')
  return limits.length > 0 ? Math.max(...limits) : undefined
}

function otherFacts({ incoming, conversation, firstByteMs, end, endError, meter }: EndedChat) {
  return {
    frt: incoming.isStream && firstByteMs !== undefined ? Math.round(firstByteMs) : -1000,
    request_path: incoming.path,
    request_conversion: conversation.conversion,
    ...(meter.finishReason === 'content_filter' && { reject_reason: 'content_filter' }),
    ...(incoming.isStream && {
      stream_status: {
        status: end === 'done' ? ('ok' as const) : ('error' as const),
        end_reason: end,
        ...(endError && { end_error: endError }),
      },
    }),
  }
}

type Settled = { usage: Usage; isCounted: boolean }

type Terms = {
  model: string
  price: Price
  countPrompt: () => Promise<PromptTokens>
  /** The estimate of the prompt. */
  promptTokens: number
  notCounted(error: unknown): void
  outputMax: number | undefined
  count: number
  end: End
}

/**
 * The upstream's usage if it is plausible, otherwise our own count. An empty response costs nothing, unless its client
 * hung up first. If a response broke off, the reported usage may be older than the delivered output, so the larger
 * count is charged. Tools that the upstream bills apart are charged as soon as the stream has shown them, whether or
 * not the usage reports them.
 */
function usageOf(meter: Meter, terms: Terms): Settled | Promise<Settled> {
  const { price, outputMax, count, end } = terms
  const bounds = { contextMax: price.context, outputCap: outputMax ?? price.max_output, count }
  const claimed = meter.usage
  const reported = claimed && totalPrompt(claimed) > 0 && isBelievable(claimed, bounds) ? claimed : undefined
  const said = reported ? totalCompletion(reported) : 0
  if (reported && end === 'done' && (said > 0 || !meter.hasOutput)) {
    const isEmpty = said === 0 && !reported.tool_calls?.length
    return { usage: isEmpty ? noUsage : withTools(reported, toolsSeen(meter, end)), isCounted: false }
  }
  if (!meter.hasOutput && end !== 'client_gone') return { usage: noUsage, isCounted: claimed !== undefined }
  return countUsage(meter, terms, reported)
}

/** A charge must not depend on a count that fails. Then the estimate that kept the hold is charged. */
async function countUsage(meter: Meter, terms: Terms, reported: Usage | undefined): Promise<Settled> {
  try {
    const output = await countOutput(meter, terms.model)
    return joinUsage(meter, terms.end, reported, reported ? noUsage : await terms.countPrompt(), output)
  } catch (error) {
    terms.notCounted(error)
    const prompt = { input: terms.promptTokens, image_input: 0, audio_input: 0 }
    return joinUsage(meter, terms.end, reported, prompt, meter.estimatedTokens)
  }
}

/** The reported usage, and the delivered output that it does not include. */
function joinUsage(meter: Meter, end: End, reported: Usage | undefined, prompt: PromptTokens, text: number): Settled {
  const { audioTokens, imageTokens, imageTokensUnreported } = meter
  const tools = toolsSeen(meter, end)
  if (!reported) {
    const { input, image_input, audio_input } = prompt
    const usage = { ...noUsage, input, image_input, audio_input, output: text, audio_output: audioTokens }
    return { usage: withTools(withImages(usage, imageTokens), tools), isCounted: true }
  }
  const { output, reasoning, audio_output, image_output = 0 } = reported
  // Upstreams without image tokens report them as text tokens.
  const beyondText = Math.max(0, output - reasoning - text)
  const missing = {
    text: Math.max(0, text - output),
    audio: Math.max(0, audioTokens - audio_output),
    image: image_output > 0 ? imageTokensUnreported : Math.max(0, imageTokens - beyondText),
  }
  const usage = withTools(reported, tools)
  if (missing.text + missing.audio + missing.image === 0) return { usage, isCounted: usage !== reported }
  const grown = { ...usage, output: output + missing.text, audio_output: audio_output + missing.audio }
  return { usage: withImages(grown, image_output + missing.image), isCounted: true }
}

const withImages = (usage: Usage, image_output: number): Usage =>
  image_output > 0 ? { ...usage, image_output } : usage

/** Adds tool calls that the usage does not include; returns the same usage if it includes all. */
function withTools(usage: Usage, seen: readonly ToolCalls[]): Usage {
  const { tool_calls = [] } = usage
  const isReported = ({ name, count }: ToolCalls) =>
    tool_calls.some((each) => each.name === name && each.count >= count)
  return seen.every(isReported) ? usage : { ...usage, tool_calls: largerToolCalls(tool_calls, seen) }
}

const noTools: readonly ToolCalls[] = []
/** Ends caused by the caller: work that the upstream had begun is charged too. */
const endsByCaller: ReadonlySet<End> = new Set(['client_gone', 'out_of_quota'])

const toolsSeen = ({ billed }: Meter, end: End): readonly ToolCalls[] => {
  if (!billed) return noTools
  return withinMax(endsByCaller.has(end) ? [...billed.done, ...billed.running] : billed.done)
}

const withinMax = (calls: readonly ToolCalls[]): ToolCalls[] =>
  addToolCalls(calls).map(({ name, count }) => ({ name, count: Math.min(count, toolCallsMax) }))

/** The usage of a stream so far, by length alone. It includes work that the upstream has begun. */
export function estimateUsage(meter: Meter, promptTokens: number): Usage {
  const { estimatedTokens: output, audioTokens: audio_output, imageTokens } = meter
  const usage = { ...noUsage, input: promptTokens, output, audio_output }
  return withTools(withImages(usage, imageTokens), toolsSeen(meter, 'client_gone'))
}

export async function countOutput(meter: Meter, model: string): Promise<number> {
  const { kept, droppedBytes } = meter.text
  const count = await tokenCounter(model)
  return count(kept) + Math.ceil(droppedBytes / bytesPerToken) + meter.toolCalls * toolCallTokens
}

export const chatCharge = (usage: Usage, price: Price, groupRatio: number): Charge => {
  // A price per call applies only to a call with a response.
  const isEmpty = totalPrompt(usage) + totalCompletion(usage) === 0 && !usage.tool_calls?.length
  return chargeOf(usage, price, groupRatio, { count: price.kind === 'call' && isEmpty ? 0 : 1 })
}
