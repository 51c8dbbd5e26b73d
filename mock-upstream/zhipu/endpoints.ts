import { type Call, createdSeconds } from '../exchange/call.ts'
import { given, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import type { Completion } from '../model/completion.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatResponse, finishReasons, toolCallsOf } from '../openai/write-chat.ts'
import { zhipuError } from './errors.ts'
import { checkZhipuChat, isThinking } from './rules.ts'

/** OpenAI's format. The last chunk always has usage, calls come whole, and filtered output is `sensitive`. */
export function chat(call: Call): MockResponse {
  const { body, model } = call
  checkZhipuChat(body, model)
  const isThought = isThinking(body, model)
  const style = { thinks: isThought, thinkingField: 'reasoning_content', usageIn: 'end' } as const
  const writing = styleChat(call, style)
  const callId = (ordinal: number) => `call_${call.serial}_${ordinal}`
  const written = {
    ...writing,
    extra: { request_id: `mock-${call.serial}` },
    finish: ({ finish }: Completion) => (finish === 'filter' ? 'sensitive' : finishReasons[finish]),
    deltas: (response: Completion, choice: number) => [
      ...writing.deltas({ ...response, calls: [] }, choice),
      ...(response.calls.length > 0
        ? [{ tool_calls: toolCallsOf(response, callId).map((each, index) => ({ index, ...each })) }]
        : []),
    ],
  }
  return chatResponse(body, written, zhipuError)
}

const dimensionsAllowed = [256, 512, 1024, 2048]
const inputsMax = 64

export function embeddings(call: Call): MockResponse {
  const { body, model } = call
  const unknown = Object.keys(body).find((name) => !['model', 'input', 'dimensions'].includes(name))
  if (unknown) throw zhipuError(400, `API 调用参数有误：${unknown}`)
  const inputs: unknown[] = Array.isArray(body.input) ? body.input : [body.input]
  if (inputs.length > inputsMax || inputs.some((each) => textOf(each) === ''))
    throw zhipuError(400, 'input 参数非法', '1214')
  const dimensions = given(body, 'dimensions') ? Number(body.dimensions) : 2048
  if (!dimensionsAllowed.includes(dimensions)) throw zhipuError(400, 'dimensions 参数非法', '1214')
  const texts = inputs.map(textOf)
  const prompt_tokens = texts.reduce((sum, text) => sum + tokensOf(text.length), 0)
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }))
  const usage = call.usage({ prompt_tokens, completion_tokens: 0, total_tokens: prompt_tokens })
  return json({ model, object: 'list', data, usage })
}

/** One picture, by its URL. */
export function images({ body, origin, serial }: Call): MockResponse {
  const known = ['model', 'prompt', 'size', 'quality', 'user_id']
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  if (unknown) throw zhipuError(400, `API 调用参数有误：${unknown}`)
  if (textOf(body.prompt) === '') throw zhipuError(400, 'prompt 参数非法', '1213')
  if (given(body, 'quality') && !['hd', 'standard'].includes(textOf(body.quality)))
    throw zhipuError(400, 'quality 参数非法', '1214')
  return json({
    created: createdSeconds,
    data: [{ url: `${origin}/mock-files/${serial}-0.png` }],
    content_filter: objectsIn([{ role: 'assistant', level: 3 }]),
  })
}
