import { Refusal } from '../exchange/response.ts'

export type ErrorDetail = { type?: string; param?: string | null; code?: string | null }

const usual: Record<number, ErrorDetail> = {
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  402: { type: 'insufficient_quota', code: 'insufficient_quota' },
  403: { type: 'request_forbidden', code: 'unsupported_country_region_territory' },
  404: { type: 'invalid_request_error', code: 'model_not_found' },
  429: { type: 'requests', code: 'rate_limit_exceeded' },
  503: { type: 'server_error', code: 'server_is_overloaded' },
}

/** The OpenAI error body. The status decides the default type and code. */
export function openaiErrorBody(status: number, message: string, detail: ErrorDetail = {}) {
  const fallback: ErrorDetail = {
    type: status < 500 ? 'invalid_request_error' : 'server_error',
    param: null,
    code: null,
  }
  return { error: { message, ...fallback, ...usual[status], ...detail } }
}

export const openaiError = (status: number, message: string, detail?: ErrorDetail): Refusal =>
  new Refusal(status, openaiErrorBody(status, message, detail))

/** The frame by which a chat stream reports a failure after its 200. */

export const unsupportedParameter = (param: string, advice = ''): Refusal =>
  openaiError(400, `Unsupported parameter: '${param}' is not supported with this model.${advice && ` ${advice}`}`, {
    param,
    code: 'unsupported_parameter',
  })

export const invalidValue = (param: string, reason: string, code = 'invalid_value'): Refusal =>
  openaiError(400, `Invalid value for '${param}': ${reason}`, { param, code })

export const missingParameter = (param: string): Refusal =>
  openaiError(400, `Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' })
