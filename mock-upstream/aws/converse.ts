import { type Call, identifier } from '../exchange/call.ts'
import { isObject, type JsonObject, numberOf, objectsIn, textOf } from '../exchange/json.ts'
import { type Frame, json, type MockResponse } from '../exchange/response.ts'
import { type Completion, type Counts, completionFor, type Finish, type ModelRequest } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { signatureOf, signs } from './converse-reasoning.ts'
import { checkConversation, reasonsOf } from './converse-rules.ts'
import { exceptionFrame } from './errors.ts'
import { framing, paddingFor } from './framing.ts'
import { checkProfile, readModelId } from './model-ids.ts'
import { regionOf } from './signature.ts'

const stopReasons: Record<Finish, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  calls: 'tool_use',
  filter: 'content_filtered',
}

function complete(call: Call, isStream: boolean) {
  checkProfile(call.model, regionOf(call.headers))
  const { vendor, model } = readModelId(call.model)
  const name = `${vendor}.${model}`
  checkConversation(call.body, name, isStream)
  const response = completionFor({ ...readConversation(call.body), thinks: reasonsOf(call.body, name) }, call.counts)
  const stopReason = response.stopSequence === undefined ? stopReasons[response.finish] : 'stop_sequence'
  const signature = signs(name) ? signatureOf(response.thinking) : undefined
  return { response, stopReason, signature, usage: call.usage(usageOf(response.counts)) }
}

/** The input excludes what was read from the cache or written to it. */
function usageOf({ input, output, cached, cacheWrite }: Counts) {
  return {
    inputTokens: Math.max(0, input - cached - cacheWrite),
    outputTokens: output,
    totalTokens: input + output,
    ...(cached > 0 && { cacheReadInputTokens: cached }),
    ...(cacheWrite > 0 && { cacheWriteInputTokens: cacheWrite }),
  }
}

export function converse(call: Call): MockResponse {
  const { response, stopReason, signature, usage } = complete(call, false)
  const content: JsonObject[] = [
    ...(response.thinking === ''
      ? []
      : [{ reasoningContent: { reasoningText: { text: response.thinking, ...(signature && { signature }) } } }]),
    ...(response.text === '' ? [] : [{ text: response.text }]),
    ...response.calls.map(({ name, arguments: input }, ordinal) => ({
      toolUse: { toolUseId: identifier('tooluse_', call, ordinal), name, input },
    })),
  ]
  return json({ metrics: { latencyMs: 100 }, output: { message: { content, role: 'assistant' } }, stopReason, usage })
}

const frame = (event: string, data: JsonObject): Frame => ({ event, data: JSON.stringify(data) })

/** The payload is the event itself, with padding as its last member. */
const converseFraming = framing(({ event, data }) => ({
  type: event,
  payload: data.endsWith('}') ? `${data.slice(0, -1)},"p":"${paddingFor(data)}"}` : data,
}))

export function converseStream(call: Call): MockResponse {
  const { response, stopReason, signature, usage } = complete(call, true)
  return {
    kind: 'stream',
    type: 'application/vnd.amazon.eventstream',
    framing: converseFraming,
    frames: [
      frame('messageStart', { role: 'assistant' }),
      ...blockFrames(call, response, signature),
      frame('messageStop', { stopReason }),
      frame('metadata', { metrics: { latencyMs: 100 }, usage }),
    ],
    fail: exceptionFrame,
  }
}

/** Only a call has an event for its beginning. */
function blockFrames(call: Call, { thinking, text, calls }: Completion, signature: string | undefined): Frame[] {
  const frames: Frame[] = []
  let contentBlockIndex = 0
  const add = (deltas: JsonObject[], start?: JsonObject) => {
    if (start) frames.push(frame('contentBlockStart', { contentBlockIndex, start }))
    frames.push(...deltas.map((delta) => frame('contentBlockDelta', { contentBlockIndex, delta })))
    frames.push(frame('contentBlockStop', { contentBlockIndex }))
    contentBlockIndex++
  }
  const signing = signature ? [{ reasoningContent: { signature } }] : []
  if (thinking !== '') add([...splitText(thinking).map((piece) => ({ reasoningContent: { text: piece } })), ...signing])
  if (text !== '') add(splitText(text).map((piece) => ({ text: piece })))
  for (const [ordinal, { name, arguments: input }] of calls.entries())
    add(
      splitText(JSON.stringify(input)).map((piece) => ({ toolUse: { input: piece } })),
      { toolUse: { name, toolUseId: identifier('tooluse_', call, ordinal) } },
    )
  return frames
}

/** A conversation as the mock model reads it. */
function readConversation(body: JsonObject): ModelRequest {
  const names = new Map<string, string>()
  let characters = 0
  let prompt = ''
  let media: string[] = []
  let results: ModelRequest['results'] = []
  for (const { text } of objectsIn(body.system)) characters += textOf(text).length
  for (const { role, content } of objectsIn(body.messages)) {
    const blocks = objectsIn(content)
    const text = textIn(blocks)
    characters += text.length
    if (role === 'user') {
      results = blocks.flatMap(({ toolResult }) =>
        isObject(toolResult)
          ? [{ name: names.get(textOf(toolResult.toolUseId)), content: textIn(objectsIn(toolResult.content)) }]
          : [],
      )
      for (const result of results) characters += result.content.length
      if (results.length > 0 && text === '') continue
      prompt = text
      media = blocks.flatMap(mediaIn)
    } else
      for (const { toolUse } of blocks) {
        if (!isObject(toolUse)) continue
        names.set(textOf(toolUse.toolUseId), textOf(toolUse.name))
        characters += textOf(toolUse.name).length + JSON.stringify(toolUse.input).length
      }
  }
  const config = isObject(body.toolConfig) ? body.toolConfig : {}
  if (body.toolConfig) characters += JSON.stringify(config).length
  const inference = isObject(body.inferenceConfig) ? body.inferenceConfig : {}
  return {
    prompt,
    characters,
    media,
    tools: objectsIn(config.tools).flatMap(({ toolSpec }) =>
      isObject(toolSpec)
        ? [{ name: textOf(toolSpec.name), schema: isObject(toolSpec.inputSchema) ? toolSpec.inputSchema.json : {} }]
        : [],
    ),
    toolChoice: choiceOf(config.toolChoice),
    results,
    format: formatOf(body.outputConfig),
    stop: Array.isArray(inference.stopSequences) ? inference.stopSequences.map(String) : undefined,
    outputMax: numberOf(inference.maxTokens),
  }
}

const textIn = (blocks: JsonObject[]): string =>
  blocks
    .map(({ text }) => textOf(text))
    .filter(Boolean)
    .join('\n')

const mediaIn = (block: JsonObject): string[] =>
  ['image', 'document', 'video', 'audio'].flatMap((kind) => {
    const inner = block[kind]
    if (!isObject(inner)) return []
    return [kind === 'document' ? `application/${textOf(inner.format)}` : `${kind}/${textOf(inner.format)}`]
  })

function choiceOf(choice: unknown): ModelRequest['toolChoice'] {
  if (!isObject(choice)) return undefined
  if (isObject(choice.tool)) return { name: textOf(choice.tool.name) }
  return choice.any === undefined ? undefined : 'required'
}

function formatOf(config: unknown): ModelRequest['format'] {
  const format = isObject(config) ? config.textFormat : undefined
  const structure = isObject(format) && isObject(format.structure) ? format.structure.jsonSchema : undefined
  return isObject(structure) ? { schema: JSON.parse(textOf(structure.schema)) } : undefined
}
