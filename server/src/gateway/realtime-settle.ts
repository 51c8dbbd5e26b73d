import type { LogOther } from '../domain/pricing/log-other.ts'
import type { Price } from '../domain/pricing/price.ts'
import { totalCompletion, totalPrompt, type Usage } from '../domain/pricing/usage.ts'
import type { Call } from './call.ts'
import { type Channel, mappedModel } from './channel.ts'
import type { RealtimeMeter } from './realtime-meter.ts'
import { chargeRealtime } from './realtime-money.ts'
import type { SessionEnd } from './realtime-session.ts'
import { realtimePath } from './realtime-upgrade.ts'
import { Refusal } from './refusals.ts'
import type { RelayDeps } from './relay-deps.ts'
import { chargeSentence, otherOf } from './settle.ts'

type Ending = {
  call: Call
  channel: Channel
  meter: RealtimeMeter
  end: SessionEnd
  firstEventMs: number | undefined
}

/** The end of a session, once: all its responses in one charge and one row. */
export async function settleRealtime({ call, channel, meter, end, firstEventMs }: Ending, deps: RelayDeps) {
  const { caller, snapshot, price } = call
  const used = await meter.finish(end.by === 'client')
  const { usage, isCounted } = used
  const charge = chargeRealtime(used, call)
  const upstream_model_name = mappedModel(channel, call.model)
  const isLogged = snapshot.options.LogConsumeEnabled
  const outcome = await deps.ledger.capture({
    request_id: call.request_id,
    user_id: caller.user_id,
    token_id: caller.token_id,
    channel_id: channel.id,
    charge: charge.quota,
    at: deps.clock(),
    ...(isLogged && {
      log: {
        content: chargeSentence(charge),
        username: caller.username,
        token_name: caller.token_name,
        model_name: call.model,
        prompt_tokens: totalPrompt(usage),
        completion_tokens: totalCompletion(usage),
        use_time: Math.round((performance.now() - call.startedAt) / 1000),
        is_stream: 1,
        group: caller.group,
        other: otherOf(charge, usage, {
          ws: true,
          ...audioOther(usage, price),
          frt: firstEventMs === undefined ? -1000 : Math.round(firstEventMs),
          request_path: realtimePath,
          request_conversion: ['realtime'],
          ...(upstream_model_name !== call.model && { is_model_mapped: true, upstream_model_name }),
          stream_status: { status: end.reason === 'done' ? 'ok' : 'error', end_reason: end.reason },
          admin_info: { use_channel: call.tried.map(String), ...(isCounted && { local_count_tokens: true }) },
        }),
      },
    }),
    ...(isLogged &&
      snapshot.options.DataExportEnabled && {
        consumption: {
          username: caller.username,
          model_name: call.model,
          tokens: totalPrompt(usage) + totalCompletion(usage),
        },
      }),
  })
  if (!outcome.ok) throw new Refusal('database_error', { detail: { code: outcome.code } })
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
