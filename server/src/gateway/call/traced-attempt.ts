import type { LightAbortSignal, LightSignal } from '../../light/light-abort-signal.ts'
import type { CallTrace } from '../../traces/traces.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { type Channel, mappedModel } from '../routing/channel.ts'
import type { Call } from './call.ts'

type Attempt<Started> = (channel: Channel, signal?: LightAbortSignal) => Promise<Started>

/** The same attempt with a span. That of one that succeeds lasts until the answer is complete. */
export const tracedAttempt =
  <Started>(trace: CallTrace, call: Call, attempt: Attempt<Started>, gone: LightSignal): Attempt<Started> =>
  async (channel, signal) => {
    const { tried, failures, model } = call
    // The channel of an attempt is noted before it; that of a second one beside a slow one is not.
    const isAdditional = tried.at(-1) !== channel.id
    const span = trace.attempt({
      channel,
      key_id: channel.keyId,
      model: mappedModel(channel, model),
      before: isAdditional ? tried.length : tried.length - 1,
      reason: isAdditional ? 'hedge' : failures.at(-1)?.kind,
    })
    try {
      return await attempt(channel, signal)
    } catch (error) {
      const isCancelled = gone.aborted || signal?.aborted === true
      if (!(error instanceof UpstreamFailure)) span.fail(isCancelled ? 'cancelled' : 'internal', 0)
      else span.fail(isCancelled ? 'cancelled' : error.kind, error.status)
      throw error
    }
  }
