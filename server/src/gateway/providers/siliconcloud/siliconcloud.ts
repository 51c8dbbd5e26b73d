import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { type FailureTable, type FailureTexts, failureByText, failureOf } from '../../translate/response/failure-of.ts'
import { bearerEndpoint, openAiShaped } from '../openai-shaped/openai-shaped.ts'
import { rankingQuirks } from '../openai-shaped/ranking.ts'
import type { BalanceOperation, Provider, Target } from '../provider.ts'
import { imageQuirks } from './images.ts'

const failures: FailureTable = {
  20012: 'no_model',
  30001: 'no_balance',
  30011: 'no_permission', // the paid balance is empty, and the model is not free
  50505: 'overloaded',
}
/** One code stands for every invalid request, and some responses have only the message. */
const texts: FailureTexts = [
  [/prompt_tokens \(|max_total_tokens \(|exceeded max_prompt_tokens/, 'too_long'],
  [/^model disabled/i, 'no_model'],
]
const success = 20_000

// Longer than any of the upstream's messages. A proxy's page is longer and has tags.
const messageMax = 200
const isMessage = (body: unknown): body is string =>
  typeof body === 'string' && body !== '' && body.length <= messageMax && !body.includes('<')

/** An error is `{ code, message }`, or only its message; a wrong key has no code. */
function readFailure(status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure {
  const code = status === 401 ? { code: 'invalid_api_key', type: 'authentication_error' } : {}
  const error = isMessage(body) ? { error: { message: body, ...code } } : body
  return failureByText(failureOf(status, error, headers, failures), texts)
}

/** An error may come with status 200. */
const failureIn = (body: JsonObject): UpstreamFailure | undefined =>
  typeof body.code === 'number' && body.code !== success ? readFailure(200, body) : undefined

/** Models with a thinking switch. Other models refuse it. */
const isHybrid = (model: string): boolean =>
  /Qwen3(?:\.\d)?-\d+(?:\.\d+)?B(?:-A\d+B)?$|DeepSeek-V(?:3\.[12]|[4-9])|GLM-(?:4\.[5-9]|[5-9])|Hunyuan-A13B/i.test(
    model,
  )

function adjust(body: JsonObject, request: ChatRequest, { model }: Target): void {
  const effort = request.reasoning_effort
  delete body.reasoning_effort
  if (effort === 'none') body.enable_thinking ??= false
  else if (effort !== undefined && isHybrid(model)) body.enable_thinking ??= true
  // A prefix and a suffix replace the conversation, but the field must be present.
  if (request.messages.length === 0) body.messages = [{ role: 'user', content: '' }]
}

/** Amounts are strings, in the currency of the site. */
const balance: BalanceOperation = {
  request: (responses, target) =>
    responses.length === 0 ? { method: 'GET', ...bearerEndpoint(target, '/v1/user/info') } : undefined,
  response([response], { base_url }) {
    const data = isObject(response) && response.code === 20_000 && isObject(response.data) ? response.data : undefined
    const amount = Number(textOf(data?.totalBalance) || Number.NaN)
    if (!Number.isFinite(amount)) throw badResponse('the provider did not report the balance')
    return { amount, currency: /siliconflow\.com(?:[:/]|$)/.test(base_url) ? 'USD' : 'CNY' }
  },
}

export const siliconcloud: Provider = {
  ...openAiShaped({
    request: {
      developerToSystem: true,
      limitField: 'max_tokens',
      json: 'schema', // https://docs.siliconflow.cn/en/userguide/guides/json-mode_struct, 2026-11-18
      dropsExtensions: true,
      streamOptions: 'include_usage',
      reasoning: 'keep',
    },
    response: { thinkTags: true, failureIn },
    adjust,
    single: ['completions', 'embeddings', 'rerank', 'images', 'speech', 'transcriptions'],
    singleQuirks: { rerank: rankingQuirks, images: imageQuirks },
  }),
  balance,
  failure: readFailure,
}
