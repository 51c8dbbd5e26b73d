import { chargeOf } from '../../domain/money/pricing/charge.ts'
import { type LogOther, type PricedOther, pricedOther } from '../../domain/money/pricing/log-other.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { pricedFacts } from '../../domain/money/pricing/priced-facts.ts'
import { noUsage, totalCompletion, totalPrompt, type Usage } from '../../domain/money/pricing/usage.ts'
import { captureCall, chargeWithin } from '../call/capture.ts'
import type { OpenedCall } from '../call/open-call.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { chargeRealtime, type RealtimeCharge, runsOf, type TranscriptCharge } from './charge.ts'
import type { FinalRealtimeUsage, RealtimeMeter } from './meter.ts'
import type { SessionEnd } from './session.ts'
import { realtimePath } from './upgrade.ts'

type EndedSession = OpenedCall & {
  channel: Channel
  meter: RealtimeMeter
  end: SessionEnd
  firstEventMs: number | undefined
}

/** Settles a session once: all its responses and transcripts are one charge and one log row. */
export async function settleRealtime(ended: EndedSession, deps: RelayDeps): Promise<void> {
  const { call, channel, meter, end, firstEventMs } = ended
  const used = await meter.finish(end.by !== 'upstream').catch((error: unknown): FinalRealtimeUsage => {
    deps.log.error('usage not counted, charged by estimate', { request_id: call.request_id, error })
    return { ...meter.estimate(), isCounted: true }
  })
  const { isCounted } = used
  const usage = { ...used.usage, runs: runsOf(used) }
  const { charge, transcripts } = chargeWithin(
    () => chargeRealtime(used, call),
    () => heldCharge(ended),
  )
  const other = {
    ws: true,
    ...audioOther(usage, call.price),
    ...transcriptOther(transcripts),
    frt: firstEventMs === undefined ? -1000 : Math.round(firstEventMs),
    request_path: realtimePath,
    request_conversion: ['realtime'],
    stream_status: { status: end.reason === 'done' ? ('ok' as const) : ('error' as const), end_reason: end.reason },
  }
  const remarks = transcriptRemarks(transcripts)
  await captureCall(
    ended,
    channel,
    { usage, charge, isCounted, isStream: true, remarks, other, included: transcripts },
    deps,
  )
}

const heldCharge = ({ call: { price, groupRatio }, hold }: OpenedCall): RealtimeCharge => ({
  charge: { ...chargeOf(noUsage, price, groupRatio, { count: 0 }), quota: hold.amount },
  transcripts: [],
})

/** Text and audio apart, also without audio: the log page shows sessions so. */
const audioOther = (usage: Usage, price: Price): LogOther => ({
  audio_input: usage.audio_input,
  audio_output: usage.audio_output,
  text_input: totalPrompt(usage) - usage.audio_input,
  text_output: usage.output,
  ...(price.kind === 'tokens' && {
    audio_ratio: price.audio_ratio,
    audio_completion_ratio: price.audio_completion_ratio,
  }),
})

/** The part of a session's charge that is for transcripts at one price, complete enough to be recalculated by hand. */
type TranscriptOther = PricedOther & {
  /** The model whose price applies: the transcription model, or the session's. */
  model: string
  count: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
}

const transcriptOther = (transcripts: readonly TranscriptCharge[]): { transcriptions?: TranscriptOther[] } =>
  transcripts.length === 0 ? {} : { transcriptions: transcripts.map(transcriptFields) }

const transcriptFields = ({ charge, usage, price, count }: TranscriptCharge): TranscriptOther => ({
  model: price.model,
  count,
  quota: charge.quota,
  ...tokensOf(usage),
  ...pricedOther(pricedFacts(charge, usage)),
})

const tokensOf = (usage: Usage) => ({ prompt_tokens: totalPrompt(usage), completion_tokens: totalCompletion(usage) })

const transcriptRemarks = (transcripts: readonly TranscriptCharge[]): string[] =>
  transcripts.map(({ price, count, charge }) => `语音转写 ${price.model} ${count} 次，额度 ${charge.quota}`)
