import { UpstreamFailure } from '../../forms/failure.ts'

/** The upstream said yes and sent something that is no answer. It did the work, so nobody is asked again. */
export const badResponse = (message = 'the upstream sent an answer that cannot be read'): UpstreamFailure =>
  new UpstreamFailure('bad_response', { status: 502, message, type: 'upstream_error', code: 'bad_response_body' })

/** The end of a stream in OpenAI's shape, or nothing at all. */
export const isMarker = (data: string): boolean => data.charCodeAt(0) !== 0x7b && /^\s*(?:\[DONE\]\s*)?$/.test(data)

/** The data of one event. */
export function parseEventData(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw badResponse()
  }
}
