import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { openAiShaped, reachByBearer } from '../openai-shaped/openai-shaped.ts'
import { rankingQuirks } from '../openai-shaped/ranking.ts'
import type { BalanceOperation, Provider, Target } from '../provider.ts'
import { failureIn, readFailure } from './failure.ts'
import { imageQuirks } from './images.ts'

/** Models that think or not as the request wants; others refuse to be told to think. */
const isHybrid = (model: string): boolean =>
  /Qwen3(?:\.\d)?-\d+(?:\.\d+)?B(?:-A\d+B)?$|DeepSeek-V(?:3\.[12]|[4-9])|GLM-(?:4\.[5-9]|[5-9])|Hunyuan-A13B/i.test(
    model,
  )

function adjust(body: JsonObject, request: ChatRequest, { model }: Target): void {
  const effort = request.reasoning_effort
  delete body.reasoning_effort
  if (effort === 'none') body.enable_thinking ??= false
  else if (effort !== undefined && isHybrid(model)) body.enable_thinking ??= true
  // Code is filled in between a prefix and a suffix without a conversation, but the field must be there.
  if (request.messages.length === 0) body.messages = [{ role: 'user', content: '' }]
}

/** Amounts are strings, in the currency of the site. */
const balance: BalanceOperation = {
  request: (responses, target) =>
    responses.length === 0 ? { method: 'GET', ...reachByBearer(target, '/v1/user/info') } : undefined,
  response([response], { base_url }) {
    const data = isObject(response) && response.code === 20_000 && isObject(response.data) ? response.data : undefined
    const amount = Number(textOf(data?.totalBalance) || Number.NaN)
    if (!Number.isFinite(amount)) throw badResponse('the upstream did not tell its balance')
    return { amount, currency: /siliconflow\.com(?:[:/]|$)/.test(base_url) ? 'USD' : 'CNY' }
  },
}

export const siliconcloud: Provider = {
  ...openAiShaped({
    request: {
      developerToSystem: true,
      limitField: 'max_tokens',
      dropsExtensions: true,
      streamOptions: 'ask',
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
