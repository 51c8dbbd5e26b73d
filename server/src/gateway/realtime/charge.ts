import { type Charge, chargeOf } from '../../domain/money/pricing/charge.ts'
import { checkCount } from '../../domain/money/pricing/usage.ts'
import type { Call } from '../call/call.ts'
import type { RealtimeUsage } from './meter.ts'
import type { TranscriptTotal } from './transcription-meter.ts'

export type TranscriptCharge = TranscriptTotal & { charge: Charge }

/** The charge of a session. `charge` has the parts of its responses and the quota of the whole session. */
export type RealtimeCharge = { charge: Charge; transcripts: TranscriptCharge[] }

/** Every response is a run of the model, which has a length of its own. */
export const runsOf = ({ responses }: RealtimeUsage): number => Math.max(1, responses)

/** A price per call applies to every response and every transcript: a session may have any number of them. */
export function chargeRealtime(
  used: RealtimeUsage,
  { price, groupRatio }: Pick<Call, 'price' | 'groupRatio'>,
): RealtimeCharge {
  const { usage, responses, transcriptions } = used
  const charge = chargeOf({ ...usage, runs: runsOf(used) }, price, groupRatio, { count: responses })
  const transcripts = transcriptions.map((each) => ({
    ...each,
    charge: chargeOf(each.usage, each.price, groupRatio, { count: each.count }),
  }))
  const quota = checkCount(transcripts.reduce((sum, each) => sum + each.charge.quota, charge.quota))
  return { charge: { ...charge, quota }, transcripts }
}
