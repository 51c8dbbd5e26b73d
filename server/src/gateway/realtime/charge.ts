import { type Charge, chargeOf } from '../../domain/pricing/charge.ts'
import { type PricedOther, pricedOther } from '../../domain/pricing/log-other.ts'
import { totalCompletion, totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import type { Call } from '../call/call.ts'
import type { RealtimeUsed } from './meter.ts'
import type { Transcribed } from './transcription-meter.ts'

type TranscriptCharge = Transcribed & { charge: Charge }

/** What a session comes to. The parts of its charge are those of its responses; transcripts have theirs. */
type RealtimeCharge = { charge: Charge; transcripts: TranscriptCharge[] }

/** A price per call is for every response, and for every transcript: a session may hold any number of them. */
export function chargeRealtime(
  { usage, responses, transcriptions }: RealtimeUsed,
  { price, groupRatio }: Pick<Call, 'price' | 'groupRatio'>,
): RealtimeCharge {
  const charge = chargeOf(usage, price, groupRatio, { count: responses })
  const transcripts = transcriptions.map((each) => ({
    ...each,
    charge: chargeOf(each.usage, each.price, groupRatio, { count: each.count }),
  }))
  const quota = transcripts.reduce((sum, each) => sum + each.charge.quota, charge.quota)
  return { charge: { ...charge, quota }, transcripts }
}

/** The part of a session's charge that is for transcripts at one price, so that a person can redo it. */
type TranscriptOther = PricedOther & {
  /** Whose price it is: the transcriber's, or the one of the session's model. */
  model: string
  count: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
}

export const transcriptOther = (transcripts: readonly TranscriptCharge[]): { transcriptions?: TranscriptOther[] } =>
  transcripts.length === 0 ? {} : { transcriptions: transcripts.map(otherOfOne) }

const otherOfOne = ({ charge, usage, price, count }: TranscriptCharge): TranscriptOther => ({
  model: price.model,
  count,
  quota: charge.quota,
  ...tokensOf(usage),
  ...pricedOther(charge, usage),
})

const tokensOf = (usage: Usage) => ({ prompt_tokens: totalPrompt(usage), completion_tokens: totalCompletion(usage) })

export const transcriptRemarks = (transcripts: readonly TranscriptCharge[]): string[] =>
  transcripts.map(({ price, count, charge }) => `语音转写 ${price.model} ${count} 次，额度 ${charge.quota}`)
