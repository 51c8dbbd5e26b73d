import type { ChatMessage, ChatRequest, ContentPart, JsonObject } from '../../forms/chat.ts'
import { withJsonInstruction } from '../../translate/json/json-instruction.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import type { ResponseQuirks } from '../openai-shaped/quirks.ts'
import { readChatResponse } from '../openai-shaped/read-response.ts'
import { createChatDecoder } from '../openai-shaped/read-stream.ts'
import type { ChatOperation, ResponseContext, Target } from '../provider.ts'
import { endpointAt, service } from './address.ts'
import { shapeSampling, shapeThinking } from './chat.ts'
import { nativeFailureIn } from './failure.ts'
import { isMultimodal, isSearching, jsonSupportOf, plainModel } from './model-traits.ts'
import { createSuffixReader } from './suffix-reader.ts'

const parameterFields = [
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'stop',
  'n',
  'presence_penalty',
  'repetition_penalty',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'enable_search',
  'search_options',
  'enable_thinking',
  'thinking_budget',
  'reasoning_effort',
  'vl_high_resolution_images',
  'logprobs',
  'top_logprobs',
]

function partOf(part: ContentPart): JsonObject {
  if (part.type === 'text') return { text: part.text }
  if (part.type === 'image_url' && isObject(part.image_url)) return { image: part.image_url.url }
  if (part.type === 'video_url' && isObject(part.video_url)) return { video: part.video_url.url }
  throw unsupported(`This channel cannot send content of the type ${part.type}`, 'messages')
}

/** The text endpoint accepts only texts. The multimodal endpoint accepts lists of parts without types. */
function messageOf(message: ChatMessage, hasParts: boolean): JsonObject {
  const { role, content, tool_calls, tool_call_id, name, reasoning_content } = message
  const text = plainText(content)
  if (!hasParts && text === undefined && content) throw unsupported('This model takes texts only', 'messages')
  const parts = typeof content === 'string' ? [{ text: content }] : content?.map(partOf)
  return definedOf({
    role: role === 'developer' ? 'system' : role,
    content: hasParts ? (parts ?? []) : (text ?? ''),
    tool_calls,
    tool_call_id,
    name,
    reasoning_content,
  })
}

/** Streams are incremental. The channel may choose the upstream's default instead: each event with all text so far. */
const isCumulative = (setting: JsonObject | undefined): boolean => setting?.incremental_output === false

function bodyOf(request: ChatRequest, target: Target): JsonObject {
  const model = plainModel(target.model)
  const isStream = request.stream === true
  const body = withoutReserved(request, target.setting)
  if (isSearching(target.model)) body.enable_search = true
  shapeSampling(body)
  shapeThinking(body, model, isStream)
  if (body.tool_choice === 'required') body.tool_choice = 'auto'
  const limits = [request.max_tokens, request.max_completion_tokens].filter((limit) => typeof limit === 'number')
  const hasParts = isMultimodal(model)
  return {
    model,
    input: { messages: request.messages.map((message) => messageOf(message, hasParts)) },
    parameters: {
      result_format: 'message',
      ...(isStream && !isCumulative(target.setting) && { incremental_output: true }),
      ...(limits.length > 0 && { max_tokens: Math.min(...limits) }),
      ...definedOf(Object.fromEntries(parameterFields.map((name) => [name, body[name] ?? undefined]))),
    },
  }
}

const textOfContent = (content: unknown): unknown =>
  Array.isArray(content) ? content.map((part) => textOf(objectOf(part)?.text) ?? '').join('') : content

/** Images and audio are counted within the input; older models count them beside it and report no details. */
function usageOf(usage: unknown): unknown {
  if (!isObject(usage)) return usage
  const { image_tokens, audio_tokens, input_tokens_details } = usage
  const details = { image_tokens, audio_tokens, ...objectOf(input_tokens_details) }
  return { ...usage, input_tokens_details: definedOf(details) }
}

/** A native body in OpenAI's form. Older models have one text in place of choices. */
function openAiForm(body: JsonObject): JsonObject {
  const output = objectOf(body.output) ?? {}
  const { text } = output // may be empty in the last event of a stream
  const choices = typeof text === 'string' ? [{ ...output, message: { content: text } }] : listOf(output.choices)
  return {
    id: body.request_id,
    usage: usageOf(body.usage),
    choices: choices.map((choice, index) => {
      const { message, finish_reason, logprobs } = objectOf(choice) ?? {}
      const fields = objectOf(message) ?? {}
      return {
        index,
        message: { ...fields, content: textOfContent(fields.content) },
        finish_reason: finish_reason === 'null' ? null : finish_reason,
        ...(isObject(logprobs) && { logprobs }),
      }
    }),
  }
}

const responseQuirks: ResponseQuirks = { failureIn: nativeFailureIn, reshape: openAiForm }

function streamQuirks({ setting }: ResponseContext): ResponseQuirks {
  if (!isCumulative(setting)) return responseQuirks
  const suffixes = createSuffixReader()
  return { ...responseQuirks, reshape: (body) => suffixes.read(openAiForm(body)) }
}

/** Chat in DashScope's own format, for channels with that setting. */
export const nativeChat: ChatOperation = {
  request(chat, target) {
    const request = withJsonInstruction(withTools(chat), jsonSupportOf(plainModel(target.model)))
    const endpoint = isMultimodal(plainModel(target.model)) ? 'multimodal-generation' : 'text-generation'
    const { url, headers } = endpointAt(target, service(`aigc/${endpoint}/generation`))
    return {
      method: 'POST',
      url,
      headers: { ...headers, ...(request.stream === true && { 'x-dashscope-sse': 'enable' }) },
      body: bodyOf(request, target),
    }
  },
  response: (body, facts) => readChatResponse(body, facts, responseQuirks),
  stream: (facts) => createChatDecoder(facts, streamQuirks(facts)),
}
