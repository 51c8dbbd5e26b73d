import type { LogOther } from '../../domain/pricing/log-other.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import type { Call } from '../call/call.ts'
import { captureCall } from '../call/capture.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { chargeRealtime, transcriptOther, transcriptRemarks } from './charge.ts'
import type { RealtimeMeter } from './meter.ts'
import type { SessionEnd } from './session.ts'
import { realtimePath } from './upgrade.ts'

type Ending = {
  call: Call
  channel: Channel
  meter: RealtimeMeter
  end: SessionEnd
  firstEventMs: number | undefined
}

/** The end of a session, once: all its responses and transcripts in one charge and one row. */
export async function settleRealtime({ call, channel, meter, end, firstEventMs }: Ending, deps: RelayDeps) {
  const used = await meter.finish(end.by === 'client')
  const { usage, isCounted } = used
  const { charge, transcripts } = chargeRealtime(used, call)
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
  await captureCall(call, channel, { usage, charge, isCounted, isStream: true, remarks, other }, deps)
}

/** Text and sound apart, also where there was no sound: that is how sessions are shown. */
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
