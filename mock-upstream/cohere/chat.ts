import { type Call, identifier } from '../exchange/call.ts'
import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { eventStream, type Frame, json, type MockResponse, namedFrame } from '../exchange/response.ts'
import { type Completion, type Counts, completionFor, type Finish } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { readChat } from '../openai/read-chat.ts'
import { toolCallsOf } from '../openai/write-chat.ts'
import { checkCohereChat, isReasoner } from './rules.ts'

const finishReasons: Record<Finish, string> = {
  stop: 'COMPLETE',
  length: 'MAX_TOKENS',
  calls: 'TOOL_CALL',
  filter: 'ERROR_TOXIC',
}
const plan = 'I will use a tool.'

export function chat(call: Call): MockResponse {
  const { body, model } = call
  checkCohereChat(body, model)
  const isThinking = isReasoner(model) && !(isObject(body.thinking) && body.thinking.type === 'disabled')
  const response = completionFor({ ...readChat(asOpenAi(body)), thinks: isThinking }, call.counts)
  const finish_reason = response.stopSequence === undefined ? finishReasons[response.finish] : 'STOP_SEQUENCE'
  const usage = call.usage(usageOf(response.counts))
  return body.stream === true
    ? streamed(call, response, { finish_reason, usage })
    : json({ id: identifier('', call), finish_reason, message: messageOf(call, response), usage })
}

/** The conversation is in OpenAI's format except for these names. */
function asOpenAi(body: JsonObject): JsonObject {
  const format = isObject(body.response_format) ? body.response_format : undefined
  return {
    ...body,
    stop: body.stop_sequences,
    tool_choice: textOf(body.tool_choice).toLowerCase() || undefined,
    response_format: format?.json_schema
      ? { type: 'json_schema', json_schema: { schema: format.json_schema } }
      : body.response_format,
  }
}

/** Billed units exclude the tokens that the vendor adds to every prompt. The mock adds none. */
const usageOf = (counts: Counts) => ({
  billed_units: { input_tokens: counts.input, output_tokens: counts.output },
  tokens: { input_tokens: counts.input, output_tokens: counts.output },
  ...(counts.cached > 0 && { cached_tokens: counts.cached }),
})

const callId = (call: Call) => (ordinal: number) => identifier('', call, ordinal)

function messageOf(call: Call, response: Completion): JsonObject {
  if (response.calls.length > 0)
    return { role: 'assistant', tool_plan: plan, tool_calls: toolCallsOf(response, callId(call)) }
  const content = [
    ...(response.thinking === '' ? [] : [{ type: 'thinking', thinking: response.thinking }]),
    { type: 'text', text: response.text },
  ]
  const citations = citationsOf(call, response)
  return { role: 'assistant', content, ...(citations.length > 0 && { citations }) }
}

/** Every document of the request is cited for the first word. */
const citationsOf = ({ body }: Call, { text }: Completion): JsonObject[] =>
  objectsIn(body.documents).map(({ id, data }) => ({
    start: 0,
    end: text.split(' ', 1)[0]?.length ?? 0,
    text: text.split(' ', 1)[0],
    sources: [{ type: 'document', id, document: data }],
  }))

const event = (type: string, index: number, message: JsonObject): Frame =>
  namedFrame({ type, index, delta: { message } })

/** A text or a thought: its begin event, its pieces, and its end event. */
const blockFrames = (index: number, type: 'text' | 'thinking', text: string): Frame[] => [
  event('content-start', index, { content: { type, [type]: '' } }),
  ...splitText(text).map((piece) => event('content-delta', index, { content: { [type]: piece } })),
  namedFrame({ type: 'content-end', index }),
]

const callFrames = (tool: JsonObject, index: number): Frame[] => {
  const called = isObject(tool.function) ? tool.function : {}
  return [
    event('tool-call-start', index, { tool_calls: { ...tool, function: { ...called, arguments: '' } } }),
    ...splitText(textOf(called.arguments)).map((piece) =>
      event('tool-call-delta', index, { tool_calls: { function: { arguments: piece } } }),
    ),
    namedFrame({ type: 'tool-call-end', index }),
  ]
}

function streamed(call: Call, response: Completion, end: JsonObject): MockResponse {
  const hasThought = response.thinking !== ''
  const frames =
    response.calls.length > 0
      ? [
          ...splitText(plan).map((tool_plan) => event('tool-plan-delta', 0, { tool_plan })),
          ...toolCallsOf(response, callId(call)).flatMap(callFrames),
        ]
      : [
          ...(hasThought ? blockFrames(0, 'thinking', response.thinking) : []),
          ...blockFrames(hasThought ? 1 : 0, 'text', response.text),
          ...citationsOf(call, response).map((citations, index) => event('citation-start', index, { citations })),
        ]
  const start = namedFrame({
    type: 'message-start',
    id: identifier('', call),
    delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
  })
  return eventStream([start, ...frames, namedFrame({ type: 'message-end', delta: end })], failFrame)
}

const failFrame = (_: number, error: string): Frame =>
  namedFrame({ type: 'message-end', delta: { finish_reason: 'ERROR', error } })
