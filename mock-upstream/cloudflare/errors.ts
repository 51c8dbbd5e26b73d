import { Refusal } from '../exchange/response.ts'

const codes: Record<number, number> = {
  400: 5004,
  401: 10000,
  403: 5018,
  404: 3042,
  405: 5005,
  408: 3007,
  413: 3006,
  429: 3040,
}

export const cloudflareError = (status: number, message: string, code = codes[status] ?? 3043): Refusal =>
  new Refusal(status, { success: false, errors: [{ code, message }], messages: [], result: null })

/** A successful response. */
export const wrapped = (result: object) => ({ result, success: true, errors: [], messages: [] })
