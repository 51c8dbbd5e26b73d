import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { UpstreamFailure } from '../forms/failure.ts'

/** The code of a stream that was given up because it did not begin in time: nothing was delivered, so another may try. */
export const firstTokenLate = 'first_token_late'

const lateFailure = () =>
  new UpstreamFailure('timeout', {
    status: 504,
    message: 'the upstream did not begin its answer in time',
    code: firstTokenLate,
  })

/**
 * Gives an attempt up whose stream has not begun in the time that the channel allows. The attempt gets a signal that ends
 * with the client's as well.
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
