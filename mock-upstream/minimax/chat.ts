import { absentModel, type Call } from '../exchange/call.ts'
import { given, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import type { MockResponse } from '../exchange/response.ts'
import type { Completion } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatResponse } from '../openai/write-chat.ts'
import { minimaxError, minimaxErrorFrame, success } from './errors.ts'

const refusedFields = [
  'stop',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'reasoning_effort',
  'max_tokens',
]

const isThinker = (model: string): boolean => /^MiniMax-M[23]/.test(model)

/** OpenAI's format with a success report. Reasoning is in details, or between tags in the text. */
export function chat(call: Call): MockResponse {
  const { body, model } = call
  check(body, model)
  const isOff = model.startsWith('MiniMax-M3') && isObject(body.thinking) && body.thinking.type === 'disabled'
  const writing = styleChat(call, { thinks: isThinker(model) && !isOff })
  const isSplit = body.reasoning_split === true
  const isFiltered = writing.responses[0]?.finish === 'filter'
  const written = {
    ...writing,
    extra: { input_sensitive: false, output_sensitive: isFiltered, ...success },
    finish: (response: Completion) => (response.finish === 'filter' ? 'stop' : writing.finish(response)),
    message: (response: Completion, choice: number) => ({
      ...writing.message(response, choice),
      ...thoughtsOf(response, isSplit),
    }),
    deltas: (response: Completion, choice: number) => [
      ...splitText(response.thinking).map((piece) => pieceOf(piece, isSplit)),
      ...(isSplit || response.thinking === '' ? [] : [{ content: '</think>\n\n' }]),
      ...writing.deltas({ ...response, thinking: '' }, choice),
    ],
  }
  return chatResponse(body, written, minimaxErrorFrame)
}

const detailsOf = (text: string): JsonObject => ({ reasoning_details: [{ type: 'reasoning.text', text }] })

function thoughtsOf({ thinking, text }: Completion, isSplit: boolean): JsonObject {
  if (thinking === '') return {}
  return isSplit ? detailsOf(thinking) : { content: `<think>${thinking}</think>\n\n${text}` }
}

const pieceOf = (piece: string, isSplit: boolean): JsonObject =>
  isSplit ? detailsOf(piece) : { content: piece.startsWith('Let me') ? `<think>${piece}` : piece }

function check(body: JsonObject, model: string): void {
  if (model === '' || model === absentModel) throw minimaxError(200, `unknown model '${model}'`, 2013)
  for (const name of refusedFields)
    if (given(body, name)) throw minimaxError(200, `invalid params, ${name} is not supported`, 2013)
  for (const { role } of objectsIn(body.messages))
    if (!['system', 'user', 'assistant', 'tool'].includes(textOf(role)))
      throw minimaxError(200, `invalid params, invalid role: ${role}`, 2013)
  checkMessages(body)
  const { temperature, top_p, tool_choice, response_format } = body
  if (given(body, 'temperature') && !(Number(temperature) > 0 && Number(temperature) <= 1))
    throw minimaxError(200, 'invalid params, temperature must be in (0, 1]', 2013)
  if (given(body, 'top_p') && !(Number(top_p) > 0 && Number(top_p) <= 1))
    throw minimaxError(200, 'invalid params, top_p must be in (0, 1]', 2013)
  if (given(body, 'n') && body.n !== 1) throw minimaxError(200, 'invalid params, n must be 1', 2013)
  if (given(body, 'tool_choice') && !['auto', 'none'].includes(String(tool_choice)))
    throw minimaxError(200, 'invalid params, tool_choice', 2013)
  const isSchema = isObject(response_format) && response_format.type === 'json_schema'
  if (given(body, 'response_format') && !(isSchema && model === 'MiniMax-Text-01'))
    throw minimaxError(200, 'invalid params, response_format', 2013)
}
