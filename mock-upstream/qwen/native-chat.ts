import { type Call, identifier } from '../exchange/call.ts'
import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, type Frame, json, type MockResponse, type Stream } from '../exchange/response.ts'
import { type Completion, completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { readChat } from '../openai/read-chat.ts'
import { toolCallsOf } from '../openai/write-chat.ts'
import { nativeError, nativeErrorFrame } from './errors.ts'
import { checkModel, checkRoles, checkSampling, checkThinking, checkTools, isThinking } from './rules.ts'

const parametersKnown = new Set(
  (
    'result_format incremental_output temperature top_p top_k seed max_tokens stop n presence_penalty repetition_penalty tools ' +
    'tool_choice parallel_tool_calls response_format enable_search search_options enable_thinking thinking_budget reasoning_effort ' +
    'vl_high_resolution_images logprobs top_logprobs'
  ).split(' '),
)

/** The text endpoint only accepts texts. */
export const textChat = (call: Call): MockResponse => nativeChat(call, false)
/** The multimodal endpoint accepts lists of parts, which have no types. */
export const multimodalChat = (call: Call): MockResponse => nativeChat(call, true)

function nativeChat(call: Call, hasParts: boolean): MockResponse {
  const parameters = isObject(call.body.parameters) ? call.body.parameters : {}
  const input = isObject(call.body.input) ? call.body.input : {}
  const isStream = call.headers['x-dashscope-sse'] === 'enable'
  check(call.model, input, parameters, isStream, hasParts)
  const messages = objectsIn(input.messages).map((message) => ({ ...message, content: openAiContent(message.content) }))
  const request = readChat({ ...parameters, messages })
  const response = completionFor({ ...request, thinks: isThinking(parameters, call.model) }, call.counts)
  if (response.finish === 'filter')
    throw nativeError(400, 'Input data may contain inappropriate content.', 'DataInspectionFailed')
  return isStream
    ? streamed(call, response, parameters.incremental_output === true, hasParts)
    : json(bodyOf(call, response, messageOf(call, response, hasParts), finishOf(response), response.counts.output))
}

function check(model: string, input: JsonObject, parameters: JsonObject, isStream: boolean, hasParts: boolean): void {
  checkModel(model, nativeError)
  const unknown = Object.keys(parameters).find((name) => !parametersKnown.has(name))
  if (unknown) throw nativeError(400, `Unknown parameter ${unknown}`)
  if (parameters.result_format !== 'message') throw nativeError(400, 'result_format must be message')
  if (parameters.incremental_output === true && !isStream) throw nativeError(400, 'incremental_output needs a stream')
  checkRoles(input.messages, nativeError)
  checkSampling(parameters, nativeError)
  checkTools(parameters, nativeError)
  checkThinking(parameters, model, isStream, nativeError)
  for (const { content } of objectsIn(input.messages)) {
    if (hasParts && !Array.isArray(content)) throw nativeError(400, 'Input should be a valid list: messages.content')
    if (!hasParts && typeof content !== 'string')
      throw nativeError(400, 'Input should be a valid string: messages.content')
    for (const part of objectsIn(content)) if ('type' in part) throw nativeError(400, 'Unknown field: type')
  }
}

const openAiContent = (content: unknown): unknown =>
  Array.isArray(content)
    ? objectsIn(content).map((part) =>
        'text' in part ? { type: 'text', text: part.text } : { type: 'image_url', image_url: { url: part.image } },
      )
    : content

const finishes: Record<string, string> = { stop: 'stop', length: 'length', calls: 'tool_calls' }
const finishOf = ({ finish }: Completion): string => finishes[finish] ?? 'stop'

const messageOf = (call: Call, response: Completion, hasParts: boolean): JsonObject => ({
  role: 'assistant',
  content: hasParts ? [{ text: response.text }] : response.text,
  ...(response.thinking !== '' && { reasoning_content: response.thinking }),
  ...(response.calls.length > 0 && {
    tool_calls: toolCallsOf(response, (ordinal) => identifier('call_', call, ordinal)),
  }),
})

const bodyOf = (call: Call, { counts }: Completion, message: JsonObject, finish_reason: string, output: number) => ({
  output: { choices: [{ finish_reason, message }] },
  usage: call.usage({
    input_tokens: counts.input,
    output_tokens: output,
    total_tokens: counts.input + output,
    ...(counts.cached > 0 && { prompt_tokens_details: { cached_tokens: counts.cached } }),
  }),
  request_id: identifier('', call),
})

/** Every event has the usage so far and all text so far; with `incremental_output`, only the new text. */
function streamed(call: Call, response: Completion, isIncremental: boolean, hasParts: boolean): Stream {
  const frames: Frame[] = []
  let thinking = ''
  let text = ''
  let count = 0
  const pieces = [
    ...splitText(response.thinking).map((piece) => ({ thinking: piece, text: '' })),
    ...splitText(response.text).map((piece) => ({ thinking: '', text: piece })),
  ]
  const push = (
    said: { thinking: string; text: string },
    calls: Completion['calls'],
    finish: string,
    output: number,
  ) => {
    const message = messageOf(call, { ...response, ...said, calls }, hasParts)
    frames.push(dataFrame(bodyOf(call, response, message, finish, output)))
  }
  for (const piece of pieces) {
    thinking += piece.thinking
    text += piece.text
    push(isIncremental ? piece : { thinking, text }, [], 'null', Math.min(++count, response.counts.output))
  }
  const last = isIncremental ? { thinking: '', text: '' } : { thinking, text }
  push(last, response.calls, finishOf(response), response.counts.output)
  return nativeStream(frames)
}

/** Events have a number, a name and a comment with a status; there is no end marker. */
export function nativeStream(frames: Frame[]): Stream {
  let id = 0
  return {
    kind: 'stream',
    type: 'text/event-stream;charset=UTF-8',
    framing: ({ event, data, comment }, end) => {
      if (data === undefined) return `:${textOf(comment)}${end}${end}`
      const status = event === 'error' ? 500 : 200
      return `id:${++id}${end}event:${event ?? 'result'}${end}:HTTP_STATUS/${status}${end}data:${data}${end}${end}`
    },
    frames,
    fail: nativeErrorFrame,
  }
}
