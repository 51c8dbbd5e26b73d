import { dataFrame, type Frame, Refusal } from '../exchange/response.ts'

const codes: Record<number, string> = {
  400: 'invalid_parameter_error',
  401: 'invalid_api_key',
  403: 'access_denied',
  404: 'model_not_found',
  429: 'limit_requests',
}
const nativeCodes: Record<number, string> = {
  400: 'InvalidParameter',
  401: 'InvalidApiKey',
  403: 'AccessDenied',
  404: 'ModelNotFound',
  429: 'Throttling.RateQuota',
}

/** An error of the compatible format. */
export const qwenError = (status: number, message: string, code = codes[status] ?? 'internal_error'): Refusal =>
  new Refusal(status, {
    error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code },
    request_id: 'mock',
  })

/** An error of the native format. */
export const nativeError = (status: number, message: string, code = nativeCodes[status] ?? 'InternalError'): Refusal =>
  new Refusal(status, { code, message, request_id: 'mock' })

export const nativeErrorFrame = (status: number, message: string): Frame => ({
  event: 'error',
  ...dataFrame(nativeError(status, message).body),
})
