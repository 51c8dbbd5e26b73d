import { UpstreamFailure } from '../../forms/failure.ts'

/** The key has no form that this upstream takes. Nothing is sent: another channel may do better. */
export const invalidKey = (forms: string): UpstreamFailure =>
  new UpstreamFailure('bad_key', {
    status: 401,
    message: `the key of this channel must have the form ${forms}`,
    type: 'authentication_error',
    code: 'channel:invalid_key',
  })

/** A part of a host or a path that the channel names, such as a region. What does not match would lead elsewhere. */
export function fixedPart(value: string, pattern: RegExp, name: string): string {
  if (pattern.test(value)) return value
  throw new UpstreamFailure('bad_key', {
    status: 401,
    message: `the ${name} of this channel is not one`,
    type: 'authentication_error',
    code: 'channel:invalid_setting',
  })
}
