import { type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { json, Refusal, type Reply } from '../exchange/reply.ts'
import { modelList } from '../openai/models.ts'

const siliconError = (status: number, message: string): Refusal =>
  new Refusal(status, { code: status === 401 ? 20_015 : 20_012, message, data: null })

/** Money as text, in yuan; what counts is the sum of what was given and what was paid in. */
const account = (): Reply =>
  json({
    code: 20_000,
    message: 'OK',
    status: true,
    data: { id: 'u1', name: 'mock', balance: '0.88', chargeBalance: '88.00', totalBalance: '88.88', status: 'normal' },
  })

const routes: Record<string, Handler> = {
  'GET /v1/models': modelList(['Qwen/Qwen3-8B', 'BAAI/bge-m3']),
  'GET /v1/user/info': account,
}

export const siliconcloud: Vendor = {
  name: 'siliconcloud',
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) throw siliconError(401, 'Invalid token')
  },
  refuse: siliconError,
  find: (method, path) => routes[`${method} ${path}`],
}
