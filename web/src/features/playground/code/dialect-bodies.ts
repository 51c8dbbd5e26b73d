import type { ChatBody, ChatMessage } from '../request/chat-request.ts'

/** The dialects of chats in which the same request can be sent. */
export const dialects = ['openai', 'responses', 'anthropic', 'gemini'] as const
export type Dialect = (typeof dialects)[number]

type Json = Record<string, unknown>
type Part = { type?: string; text?: string; image_url?: { url: string }; input_audio?: Json; file?: Json }
type Call = { id: string; function: { name: string; arguments: string } }

/** Required by Anthropic, where the settings leave it to the model. */
const maxTokensDefault = 4096

const partsOf = ({ content }: ChatMessage): Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? (content as Part[]) : []
const textOf = (message: ChatMessage) =>
  partsOf(message)
    .flatMap(({ text }) => text ?? [])
    .join('\n\n')
const callsOf = ({ tool_calls }: ChatMessage): Call[] => (Array.isArray(tool_calls) ? (tool_calls as Call[]) : [])
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
/** Type and bytes of a `data:` address. */
const dataOf = (address: string) => {
  const [, type = '', data = ''] = /^data:([^;,]*)[^,]*,(.*)$/s.exec(address) ?? []
  return data ? { type, data } : undefined
}
function functionsOf({ tools }: ChatBody): Json[] {
  const list = Array.isArray(tools) ? (tools as { function?: Json }[]) : []
  return list.map((tool) => tool.function).filter((each) => each !== undefined)
}
const schemaOf = ({ response_format }: ChatBody): Json | undefined =>
  (response_format as { json_schema?: { schema?: Json } } | undefined)?.json_schema?.schema

const given = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

const writers: Record<Dialect, (body: ChatBody) => Json> = { openai: (body) => body, responses, anthropic, gemini }

/** A chat request in another dialect. What a dialect has no member for is left out. */
export const bodyIn = (dialect: Dialect, body: ChatBody): Json => writers[dialect](body)

function responses(body: ChatBody): Json {
  const { model, messages, temperature, top_p, max_tokens, reasoning_effort, stream } = body
  const schema = schemaOf(body)
  const tools = functionsOf(body).map((tool) => ({ type: 'function', ...tool }))
  return given({
    model,
    instructions: messages.find(({ role }) => role === 'system')?.content,
    input: messages.filter(({ role }) => role !== 'system').flatMap(inputItems),
    temperature,
    top_p,
    max_output_tokens: max_tokens,
    reasoning: reasoning_effort ? { effort: reasoning_effort } : undefined,
    text: schema ? { format: { type: 'json_schema', name: 'answer', schema } } : undefined,
    tools: tools.length > 0 ? tools : undefined,
    stream,
  })
}

function inputItems(message: ChatMessage): Json[] {
  if (message.role === 'tool')
    return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }]
  const calls = callsOf(message).map(({ id, function: called }) => ({ type: 'function_call', call_id: id, ...called }))
  const text = textOf(message)
  if (message.role === 'assistant') return [...(text ? [{ role: 'assistant', content: text }] : []), ...calls]
  if (typeof message.content === 'string') return [{ role: 'user', content: message.content }]
  const content = partsOf(message).map((part) => {
    if (part.image_url) return { type: 'input_image', image_url: part.image_url.url }
    if (part.file) return { type: 'input_file', ...part.file }
    if (part.input_audio) return { type: 'input_audio', input_audio: part.input_audio }
    return { type: 'input_text', text: part.text }
  })
  return [{ role: 'user', content }]
}

function anthropic(body: ChatBody): Json {
  const { model, messages, temperature, top_p, max_tokens, reasoning_effort, stream } = body
  const schema = schemaOf(body)
  const tools = functionsOf(body).map(({ name, description, parameters }) =>
    given({ name, description, input_schema: parameters ?? { type: 'object' } }),
  )
  const effort = reasoning_effort === 'none' || reasoning_effort === 'minimal' ? undefined : reasoning_effort
  const config = given({ effort, format: schema && { type: 'json_schema', schema } })
  return given({
    model,
    max_tokens: max_tokens ?? maxTokensDefault,
    system: messages.find(({ role }) => role === 'system')?.content,
    messages: messages.filter(({ role }) => role !== 'system').reduce(addTurn, []),
    temperature,
    top_p,
    output_config: Object.keys(config).length > 0 ? config : undefined,
    tools: tools.length > 0 ? tools : undefined,
    stream,
  })
}

type Turn = { role: string; content: string | Json[] }

/** Results of tools belong to one turn of the user. */
function addTurn(turns: Turn[], message: ChatMessage): Turn[] {
  const role = message.role === 'assistant' ? 'assistant' : 'user'
  const last = turns.at(-1)
  const content = anthropicContent(message)
  if (message.role === 'tool' && last?.role === 'user' && Array.isArray(last.content) && Array.isArray(content))
    last.content.push(...content)
  else turns.push({ role, content })
  return turns
}

function anthropicContent(message: ChatMessage): string | Json[] {
  if (message.role === 'tool')
    return [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: message.content }]
  const calls = callsOf(message)
  if (typeof message.content === 'string' && calls.length === 0) return message.content
  const blocks = partsOf(message).map((part): Json => {
    const picture = part.image_url && dataOf(part.image_url.url)
    if (picture) return { type: 'image', source: { type: 'base64', media_type: picture.type, data: picture.data } }
    if (part.image_url) return { type: 'image', source: { type: 'url', url: part.image_url.url } }
    const file = part.file && dataOf(String(part.file.file_data))
    if (file) return { type: 'document', source: { type: 'base64', media_type: file.type, data: file.data } }
    return { type: 'text', text: part.text ?? '' }
  })
  const uses = calls.map(({ id, function: { name, arguments: input } }) => ({
    type: 'tool_use',
    id,
    name,
    input: parsed(input),
  }))
  return [...blocks, ...uses]
}

const thinkingLevels: Record<string, string> = {
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
}

function gemini(body: ChatBody): Json {
  const { messages, temperature, top_p, max_tokens, seed, frequency_penalty, presence_penalty, reasoning_effort } = body
  const schema = schemaOf(body)
  const system = messages.find(({ role }) => role === 'system')?.content
  const level = thinkingLevels[String(reasoning_effort)]
  const functions = functionsOf(body).map(({ name, description, parameters }) =>
    given({ name, description, parametersJsonSchema: parameters }),
  )
  const generationConfig = given({
    temperature,
    topP: top_p,
    maxOutputTokens: max_tokens,
    seed,
    frequencyPenalty: frequency_penalty,
    presencePenalty: presence_penalty,
    thinkingConfig: level ? { thinkingLevel: level } : undefined,
    responseMimeType: schema && 'application/json',
    responseJsonSchema: schema,
  })
  return given({
    contents: messages.filter(({ role }) => role !== 'system').map((message) => content(message, messages)),
    systemInstruction: system ? { parts: [{ text: system }] } : undefined,
    generationConfig: Object.keys(generationConfig).length > 0 ? generationConfig : undefined,
    tools: functions.length > 0 ? [{ functionDeclarations: functions }] : undefined,
  })
}

function content(message: ChatMessage, all: readonly ChatMessage[]): Json {
  if (message.role === 'tool') {
    const called = all.flatMap(callsOf).find(({ id }) => id === message.tool_call_id)
    const response = { result: message.content }
    return { role: 'user', parts: [{ functionResponse: { name: called?.function.name ?? '', response } }] }
  }
  const parts = partsOf(message).map((part): Json => {
    const inline = dataOf(part.image_url?.url ?? String(part.file?.file_data ?? ''))
    if (inline) return { inlineData: { mimeType: inline.type, data: inline.data } }
    if (part.input_audio)
      return { inlineData: { mimeType: `audio/${String(part.input_audio.format)}`, data: part.input_audio.data } }
    if (part.image_url) return { fileData: { fileUri: part.image_url.url } }
    return { text: part.text ?? '' }
  })
  const calls = callsOf(message).map(({ function: { name, arguments: args } }) => ({
    functionCall: { name, args: parsed(args) },
  }))
  return { role: message.role === 'assistant' ? 'model' : 'user', parts: [...parts, ...calls] }
}
