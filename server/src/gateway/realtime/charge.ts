import { type Charge, chargeOf } from '../../domain/pricing/charge.ts'
import type { Call } from '../call/call.ts'
import type { RealtimeUsed } from './meter.ts'
import type { Transcribed } from './transcription-meter.ts'

export type TranscriptCharge = Transcribed & { charge: Charge }

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
