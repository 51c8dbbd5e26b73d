import type { Usage } from '../../domain/pricing/usage.ts'
import type { Call } from '../call/call.ts'
import { captureCall } from '../call/capture.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import type { ChatAsk } from './chat-ask.ts'
import type { Conversation } from './conversation.ts'
import type { Meter } from './meter.ts'
import { chargeFor, type End, settleUsage } from './settle.ts'

type Ending = {
  call: Call
  ask: ChatAsk
  channel: Channel
  conversation: Pick<Conversation, 'conversion' | 'upstreamModel'> & Partial<Pick<Conversation, 'request'>>
  meter: Meter
  /** Undefined when nothing ever came. */
  firstByteMs: number | undefined
  end: End
  /** Why it failed, for administrators. */
  endError?: string
}

/**
 * The end of a call, once: what it used, what that costs, and the row that says so, committed together. When this returns
 * the charge is durable and the last bytes may go.
 */
export async function settleCall(ending: Ending, deps: RelayDeps): Promise<{ usage: Usage; quota: number }> {
  const { call, ask, channel, meter } = ending
  const { price } = call
  const settled = settleUsage(meter, {
    model: call.model,
    price,
    countPrompt: call.countPrompt ?? (async () => ({ input: call.promptTokens, image_input: 0, audio_input: 0 })),
    outputMax: outputLimit(ending),
    count: ask.count,
    end: ending.end,
  })
  const { usage, isCounted } = settled instanceof Promise ? await settled : settled
  const charge = chargeFor(usage, price, call.groupRatio)
  await captureCall(
    call,
    channel,
    { usage, charge, isCounted, isStream: ask.isStream, other: otherFacts(ending) },
    deps,
  )
  return { usage, quota: charge.quota }
}

/** The limit that was really sent: thinking may raise it above what the client wrote. */
function outputLimit({ ask, conversation }: Ending): number | undefined {
  const body = conversation.request?.body
  const sent =
    body && !(body instanceof FormData) ? [body.max_tokens, body.max_completion_tokens, body.max_output_tokens] : []
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
