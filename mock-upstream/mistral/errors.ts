import { Refusal } from '../exchange/response.ts'

const codes: Record<number, string> = { 400: '3051', 404: '1500', 429: '1300', 500: '1000', 503: '3505' }

/** The format of most errors. Validation errors and a missing key have their own. */
export const mistralError = (
  status: number,
  message: string,
  code = codes[status] ?? String(status),
  type = 'invalid_request_error',
): Refusal =>
  status === 401
    ? new Refusal(401, { message, request_id: 'mock' })
    : new Refusal(status, {
        object: 'error',
        message,
        type,
        param: null,
        code,
        raw_status_code: status,
      })

export const invalidField = (loc: (string | number)[], msg: string, type: string, input: unknown = null): Refusal =>
  new Refusal(422, { detail: [{ type, loc: ['body', ...loc], msg, input }] })
