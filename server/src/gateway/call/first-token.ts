import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { UpstreamFailure } from '../forms/failure.ts'

/** The code of a stream that did not begin in time. Nothing was delivered, so another channel may try. */
export const firstTokenLate = 'first_token_late'

const lateFailure = () =>
  new UpstreamFailure('timeout', {
    status: 504,
    message: 'the provider did not begin its response in time',
    code: firstTokenLate,
  })

/**
 * Gives up an attempt whose stream does not begin within the channel's time limit. The signal of the attempt also
 * aborts with the client's signal.
 */
export async function withinFirstToken<Started>(
  limitMs: number,
  gone: LightAbortSignal,
  attempt: (signal: LightAbortSignal) => Promise<Started>,
): Promise<Started> {
  const signal = new LightAbortSignal()
  const end = () => signal.abort()
  gone.addEventListener('abort', end)
  if (gone.aborted) end()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, limitMs)
  try {
    return await attempt(signal)
  } catch (error) {
    gone.removeEventListener('abort', end)
    throw isLate && !gone.aborted ? lateFailure() : error
  } finally {
    clearTimeout(timer)
  }
}
