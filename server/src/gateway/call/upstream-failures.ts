import { OutboundError } from '../../outbound/agents.ts'
import { UndecodableResponse } from '../../outbound/decoded-response.ts'
import { NotSent, ResponseTooLarge, UpstreamTimeout } from '../../outbound/exchange.ts'
import { UnsendableHeader } from '../../outbound/http/request-bytes.ts'
import { ProxyFailure } from '../../outbound/tunnel/proxy-failure.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { EventTooLong } from '../forms/unfinished-bytes.ts'
import { badResponse } from '../translate/response/bad-response.ts'

/** The code of a failure that cannot have cost anything: the request was never sent. */
export const notSent = 'do_request_failed'

const unreachable = (code?: typeof notSent, message = 'the provider could not be reached') =>
  new UpstreamFailure('network', { status: 502, message, ...(code && { code }) })

/** Clients see such messages only where a status mapping shows them. They name no address. */
const reasonOf = ({ cause }: NotSent): string | undefined => (cause instanceof ProxyFailure ? cause.message : undefined)

export const emptyResponse = () =>
  new UpstreamFailure('bad_response', {
    status: 502,
    message: 'the provider sent an empty response',
    code: 'empty_response',
  })

/** An endless series of events without content. */
export const endlessResponse = () =>
  new UpstreamFailure('bad_response', { status: 502, message: 'the provider sent too many events without content' })

/** Redirects are not followed: they would carry the channel's key to another host. */
export const redirectResponse = () =>
  new UpstreamFailure('bad_response', { status: 502, message: 'the provider sent a redirect', code: 'redirect' })

/** The failure of a channel test at an upstream that has shut down, with the message that callers get. */
export const retiredModel = () => {
  const refusal = new Refusal('model_retired')
  const { status, code } = refusal
  return new UpstreamFailure('no_model', { status, message: refusal.text('en'), type: 'invalid_request_error', code })
}

export const unsupportedOperation = (operation: 'chat' | 'this kind of request') =>
  new UpstreamFailure('unsupported', {
    status: 501,
    message: `This channel type does not support ${operation}`,
    code: 'not_supported',
  })

/** An error while a request was sent or its response was read, as a failure of the channel. */
export function failureOfError(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  if (error instanceof UpstreamTimeout)
    return new UpstreamFailure('timeout', { status: 504, message: 'the provider took too long' })
  if (error instanceof NotSent) return unreachable(notSent, reasonOf(error))
  if (error instanceof OutboundError) return unreachable()
  if (error instanceof UnsendableHeader)
    return new UpstreamFailure('bad_key', {
      status: 502,
      message: `the channel's ${error.message} header holds characters that cannot be sent`,
    })
  if (error instanceof ResponseTooLarge) return badResponse('the provider sent too large a response')
  if (error instanceof UndecodableResponse)
    return badResponse(`the provider's response cannot be decoded: ${error.message}`)
  if (error instanceof EventTooLong)
    return new UpstreamFailure('bad_response', { status: 502, message: 'the provider sent too long an event' })
  return new UpstreamFailure('bad_response', {
    status: 502,
    message: 'the provider sent a response that cannot be read',
  })
}
