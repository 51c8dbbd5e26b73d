import { UpstreamFailure } from '../../forms/failure.ts'

/**
 * A status of 200 with a body that is not a response. The upstream has done the work, so the request is not retried.
 */
export const badResponse = (message = 'the provider sent a response that cannot be read'): UpstreamFailure =>
  new UpstreamFailure('bad_response', { status: 502, message, type: 'upstream_error', code: 'bad_response_body' })

/** A stream that ended early: without a finish reason, and without the end marker of its format. */
export const incompleteResponse = (): UpstreamFailure =>
  new UpstreamFailure('network', {
    status: 502,
    message: 'the provider ended the stream before the response was complete',
    type: 'upstream_error',
  })

/** The end marker of a stream in the OpenAI format, or an empty event. */
export const isEndMarker = (data: string): boolean => data.charCodeAt(0) !== 0x7b && /^\s*(?:\[DONE\]\s*)?$/.test(data)

/** The marker itself. A stream that sends it is complete, even without a finish reason. */
export const isDone = (data: string): boolean => data.trimStart().startsWith('[DONE]')

/** The data of one event. */
export function parseEventData(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw badResponse()
  }
}
