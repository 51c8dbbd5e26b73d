import type { RequestContext } from '../../dialects/dialect.ts'
import type { JsonObject } from '../../forms/chat.ts'
import type { ResponseContext, Target } from '../provider.ts'

/** The facts of the calls in this folder's tests. */
export const responseContext: ResponseContext = { id: 'req_1', now: 0, model: 'asked' }
export const requestContext: RequestContext = { body: {}, model: 'asked', id: 'req_1', now: 0, promptEstimate: 3 }

export const targetOf = (model: string, setting: JsonObject = {}, key = 'sk-ant-api-1'): Target => ({
  type: 14,
  key,
  base_url: 'https://api.anthropic.com',
  other: '',
  openai_organization: '',
  model,
  setting,
})

export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('it is not there')
  return value
}
