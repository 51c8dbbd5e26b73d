import { UpstreamFailure } from '../../forms/failure.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { anthropicFailure } from '../anthropic/failure.ts'
import { geminiFailure } from '../gemini/failure.ts'
import type { ReadFailure } from '../provider.ts'

const regionPattern = /not servable in region|not supported in (?:the )?(?:region|location)/i

/** The failure that an error means: of Google's token exchange, of Anthropic behind Google, or of Google. */
export const vertexFailure: ReadFailure = (status, body, headers = {}) => {
  const response = objectOf(body)
  const refusal = textOf(response?.error)
  if (refusal !== undefined) return exchangeFailure(status, refusal, textOf(response?.error_description))
  if (response?.type === 'error') return anthropicFailure(status, body, headers)
  const failure = geminiFailure(status, body, headers)
  if (failure.kind !== 'bad_request' || !regionPattern.test(failure.message)) return failure
  const { message, type, code } = failure
  return new UpstreamFailure('no_model', { status: failure.status, message, type, code })
}

/** Google refuses the account's assertion. Google's own faults are not the account's. */
function exchangeFailure(status: number, error: string, description: string | undefined): UpstreamFailure {
  const isFault = status >= 500 || error === 'internal_failure' || error === 'temporarily_unavailable'
  return new UpstreamFailure(isFault ? 'overloaded' : 'bad_key', {
    status: isFault ? 503 : 401,
    message: description === undefined ? error : `${error}: ${description}`,
    type: isFault ? 'server_error' : 'authentication_error',
    code: error,
  })
}
