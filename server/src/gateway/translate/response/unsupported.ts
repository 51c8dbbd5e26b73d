import { UpstreamFailure } from '../../forms/failure.ts'

/** This upstream cannot express the request; another one may. */
export const unsupported = (message: string, param?: string): UpstreamFailure =>
  new UpstreamFailure('unsupported', {
    status: 400,
    message,
    type: 'invalid_request_error',
    code: 'unsupported',
    param,
  })
