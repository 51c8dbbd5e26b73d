import { UpstreamFailure } from '../forms/failure.ts'

/** The overrides of a channel cannot be applied to this request. Another channel may serve it. */
export const overrideFailure = (reason: string): UpstreamFailure =>
  new UpstreamFailure('unsupported', {
    status: 500,
    message: `The overrides of this channel cannot be applied: ${reason}`,
    code: 'channel:param_override_invalid',
  })

/** The stored overrides cannot be read, so the channel cannot be called at all. */
export const unreadableOverrides = (): UpstreamFailure =>
  new UpstreamFailure('bad_key', {
    status: 502,
    message: 'the overrides of this channel cannot be read',
    code: 'channel:param_override_invalid',
  })
