import { UpstreamFailure } from '../../forms/failure.ts'

/** The key does not have the format of this upstream. Nothing is sent, and another channel may serve the request. */
export const invalidKey = (forms: string): UpstreamFailure =>
  new UpstreamFailure('bad_key', {
    status: 401,
    message: `the key of this channel must have the form ${forms}`,
    type: 'authentication_error',
    code: 'channel:invalid_key',
  })

/** A part of a host or path that the channel names, such as a region. Other values could lead to another host. */
export function fixedPart(value: string, pattern: RegExp, name: string): string {
  if (pattern.test(value)) return value
  throw new UpstreamFailure('bad_key', {
    status: 401,
    message: `the ${name} of this channel is not one`,
    type: 'authentication_error',
    code: 'channel:invalid_setting',
  })
}
