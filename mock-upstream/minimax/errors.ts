import { dataFrame, type Frame, Refusal } from '../exchange/response.ts'

const codes: Record<number, number> = { 400: 2013, 401: 1004, 402: 1008, 429: 1002, 504: 1001 }

const reportOf = (status_code: number, status_msg: string) => ({ base_resp: { status_code, status_msg } })

/** The field of every successful response. */
export const success = reportOf(0, 'success')

/** A refusal. Most have status 200 and the reason in the body. */
export const minimaxError = (status: number, message: string, code = codes[status] ?? 1000): Refusal =>
  new Refusal(status, reportOf(code, message))

export const minimaxErrorFrame = (_: number, message: string): Frame => dataFrame(reportOf(1000, message))
