import { Refusal } from '../exchange/response.ts'

const types: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'invalid_authentication_error',
  403: 'permission_denied_error',
  404: 'resource_not_found_error',
  429: 'rate_limit_reached_error',
}

export const moonshotError = (status: number, message: string, type = types[status] ?? 'server_error'): Refusal =>
  new Refusal(status, { error: { type, message } })
