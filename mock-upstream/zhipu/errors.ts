import { Refusal } from '../exchange/response.ts'

const codes: Record<number, string> = {
  400: '1210',
  401: '1000',
  403: '1220',
  404: '1211',
  413: '1261',
  429: '1302',
  503: '1305',
}

export const zhipuError = (status: number, message: string, code = codes[status] ?? '1234'): Refusal =>
  new Refusal(status, { error: { code, message } })

/** The third version reports errors with status 200. */
export const invokeError = (code: number, msg: string): Refusal => new Refusal(200, { code, msg, success: false })
