import { type Call, createdText, identifier } from '../exchange/call.ts'
import { isObject, type JsonObject, numberOf, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, json, type MockResponse, type Stream } from '../exchange/response.ts'
import { type Completion, completionFor, type ModelRequest } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { checkModel, checkThink, checkToolSupport } from './capabilities.ts'
import { ollamaError, ollamaErrorFrame } from './errors.ts'

const roles = ['system', 'user', 'assistant', 'tool']

export function chat(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model, 'chat')
  checkToolSupport(model, body.tools)
  checkThink(model, body.think)
  checkOptions(body)
  const messages = Array.isArray(body.messages) ? body.messages : []
  for (const message of messages) checkMessage(message)
  const response = completionFor(requestOf(body, objectsIn(messages)), call.counts)
  const head = { model, created_at: createdText }
  const toolCalls = response.calls.map(({ name, arguments: args }, index) => ({
    id: identifier('call_', call, index),
    function: { index, name, arguments: args },
  }))
  const end = {
    done: true,
    done_reason: response.finish === 'length' ? 'length' : 'stop',
    ...evaluation(call, response),
  }
  if (body.stream === false) {
    const message = {
      role: 'assistant',
      content: response.text,
      ...(response.thinking !== '' && { thinking: response.thinking }),
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    }
    return json({ ...head, message, ...end })
  }
  const parts: JsonObject[] = [
    ...splitText(response.thinking).map((thinking) => ({ content: '', thinking })),
    ...splitText(response.text).map((content) => ({ content })),
    ...toolCalls.map((each) => ({ content: '', tool_calls: [each] })),
  ]
  return lines([
    ...parts.map((part) => ({ ...head, message: { role: 'assistant', ...part }, done: false })),
    { ...head, message: { role: 'assistant', content: '' }, ...end },
  ])
}

export const lines = (documents: JsonObject[]): Stream => ({
  kind: 'stream',
  type: 'application/x-ndjson',
  framing: 'ndjson',
  frames: documents.map(dataFrame),
  fail: ollamaErrorFrame,
})

/**
 * Counts and nanoseconds. The prompt is counted whole, and its cached prefix apart, as by Ollama from 0.33.3 on:
 * https://github.com/LogneBudo/llmxray/releases/tag/v0.5.1, 2026-11-18.
 */
export function evaluation(call: Call, { counts }: Completion): JsonObject {
  const counted = call.usage({
    prompt_eval_count: counts.input,
    prompt_eval_cached_count: counts.cached,
    eval_count: counts.output,
  })
  return {
    total_duration: 3_000_000,
    load_duration: 1_000_000,
    prompt_eval_duration: 1_000_000,
    eval_duration: 1_000_000,
    ...counted,
  }
}

export function checkOptions(body: JsonObject): void {
  if (body.options !== undefined && !isObject(body.options)) throw unmarshal('options', 'map[string]interface {}')
  const stop = isObject(body.options) ? body.options.stop : undefined
  if (stop !== undefined && !Array.isArray(stop)) throw ollamaError(400, 'option "stop" must be of type array')
  const { format } = body
  if (format !== undefined && format !== 'json' && format !== '' && !isObject(format)) {
    throw ollamaError(400, 'invalid format: expected "json" or a JSON schema')
  }
}

const unmarshal = (field: string, type: string) =>
  ollamaError(400, `json: cannot unmarshal value into Go struct field ChatRequest.${field} of type ${type}`)

function checkMessage(message: unknown): void {
  if (!isObject(message) || !roles.includes(String(message.role))) {
    throw ollamaError(
      400,
      `invalid message role: "${isObject(message) ? message.role : ''}", must be one of ${roles.join(', ')}`,
    )
  }
  if (message.content !== undefined && message.content !== null && typeof message.content !== 'string')
    throw unmarshal('messages.content', 'string')
  for (const call of objectsIn(message.tool_calls)) {
    if (!isObject(call.function) || !isObject(call.function.arguments)) {
      throw unmarshal('messages.tool_calls.function.arguments', 'api.ToolCallFunctionArguments')
    }
  }
  checkImages(message.images)
}

export function checkImages(images: unknown): void {
  if (images === undefined || images === null) return
  if (!Array.isArray(images)) throw unmarshal('messages.images', '[]api.ImageData')
  for (const image of images) {
    const bad = textOf(image).search(/[^A-Za-z0-9+/=]/)
    if (bad !== -1 || textOf(image) === '')
      throw ollamaError(400, `illegal base64 data at input byte ${Math.max(0, bad)}`)
  }
}

function requestOf(body: JsonObject, messages: JsonObject[]): ModelRequest {
  const options = isObject(body.options) ? body.options : {}
  const request: ModelRequest = {
    prompt: '',
    characters: body.tools ? JSON.stringify(body.tools).length : 0,
    media: [],
    tools: objectsIn(objectsIn(body.tools).map((tool) => tool.function)).map((about) => ({
      name: textOf(about.name),
      schema: about.parameters,
    })),
    results: [],
    format: formatOf(body.format),
    thinks: body.think !== undefined && body.think !== false,
    stop: Array.isArray(options.stop) ? options.stop.map(String) : undefined,
    outputMax: numberOf(options.num_predict),
  }
  for (const { role, content, images, tool_name } of messages) {
    request.characters += textOf(content).length
    if (role === 'user') {
      request.prompt = textOf(content)
      request.media = Array.isArray(images) ? images.map(() => 'image') : []
    }
    if (role === 'user' || role === 'assistant') request.results = []
    if (role === 'tool') request.results.push({ name: textOf(tool_name), content: textOf(content) })
  }
  return request
}

export const formatOf = (format: unknown): ModelRequest['format'] =>
  format === 'json' ? 'json' : isObject(format) ? { schema: format } : undefined
