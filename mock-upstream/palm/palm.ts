import { absentModel, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { camelKeys } from '../gemini/camel-keys.ts'
import { checkNames, errorInfo, geminiError, invalidArgument, namesIn } from '../gemini/errors.ts'
import { modelMissing } from '../gemini/request-rules.ts'
import { type Completion, completionFor } from '../model/completion.ts'
import { vectorOf } from '../model/vector.ts'

// The API of PaLM 2 as its protocol files of v1beta2 describe it: discuss_service.proto, text_service.proto, model_service.proto
// and safety.proto of @google-ai/generativelanguage 2.0.0, read 2026-11-18. Errors are google.rpc.Status, as everywhere at Google.

const messageFields = namesIn('model prompt temperature candidateCount topP topK')
const promptFields = namesIn('context examples messages')
const authoredFields = namesIn('author content')
const textFields = namesIn(
  'model prompt temperature candidateCount maxOutputTokens topP topK safetySettings stopSequences',
)
const textPromptFields = namesIn('text')
const embedFields = namesIn('model text')
const dimensions = 768
const candidatesMax = 8
const stopsMax = 5

function bodyOf(call: Call, known: ReadonlySet<string>): JsonObject {
  const body = camelKeys(call.body) as JsonObject // an object in, an object out
  checkNames(body, '', known)
  return body
}

/** GenerateMessageRequest and GenerateTextRequest: temperature within [0, 1], 1 to 8 candidates. */
function checkSampling({ temperature, candidateCount, topP, topK }: JsonObject): void {
  if (temperature !== undefined && !(Number(temperature) >= 0 && Number(temperature) <= 1))
    throw invalidArgument('temperature must be in the range [0.0, 1.0]')
  if (candidateCount !== undefined && !isInteger(candidateCount, 1, candidatesMax))
    throw invalidArgument('candidate_count must be between 1 and 8')
  if (topP !== undefined && typeof topP !== 'number') throw invalidArgument("Invalid value at 'top_p' (TYPE_FLOAT)")
  if (topK !== undefined && !isInteger(topK, 1)) throw invalidArgument("Invalid value at 'top_k' (TYPE_INT32)")
}

/** MessagePrompt: messages are required, have content, and alternate between two authors. */
function messagesIn(body: JsonObject): { context: string; messages: JsonObject[] } {
  const prompt = isObject(body.prompt) ? body.prompt : {}
  checkNames(prompt, 'prompt', promptFields)
  const messages = objectsIn(prompt.messages)
  if (messages.length === 0) throw invalidArgument('prompt.messages: at least one message is required')
  messages.forEach((message, index) => {
    const at = `prompt.messages[${index}]`
    checkNames(message, at, authoredFields)
    if (textOf(message.content) === '') throw invalidArgument(`${at}.content: must not be empty`)
    const before = messages[index - 1]
    if (before && textOf(before.author) === textOf(message.author))
      throw invalidArgument(`${at}.author: turns must alternate between two authors`)
  })
  return { context: textOf(prompt.context), messages }
}

function complete(call: Call, prompt: string, characters: number, more: object = {}): Completion {
  if (call.model === absentModel) throw modelMissing(call.model, 'generateMessage')
  return completionFor(
    { prompt, characters, media: [], tools: [], toolChoice: undefined, results: [], format: undefined, ...more },
    call.counts,
  )
}

/** The texts of the candidates; undefined if the filter blocked all of them. */
function textsOf({ text, finish }: Completion, { candidateCount = 1 }: JsonObject): string[] | undefined {
  if (finish === 'filter') return undefined
  return Array.from({ length: Number(candidateCount) }, (_, index) => (index === 0 ? text : `${text} [${index + 1}]`))
}

const blocked = [{ reason: 'SAFETY', message: 'The response was blocked by the safety settings.' }]

function generateMessage(call: Call): MockResponse {
  const body = bodyOf(call, messageFields)
  checkSampling(body)
  const { context, messages } = messagesIn(body)
  const said = messages.map(({ content }) => textOf(content))
  const characters = said.reduce((sum, text) => sum + text.length, context.length)
  const texts = textsOf(complete(call, said.at(-1) ?? '', characters), body)
  if (!texts) return json({ messages, filters: blocked })
  return json({ candidates: texts.map((content) => ({ author: '1', content })), messages })
}

function generateText(call: Call): MockResponse {
  const body = bodyOf(call, textFields)
  checkSampling(body)
  const prompt = isObject(body.prompt) ? body.prompt : {}
  checkNames(prompt, 'prompt', textPromptFields)
  const text = textOf(prompt.text)
  if (text === '') throw invalidArgument('prompt.text: must not be empty')
  const { maxOutputTokens, stopSequences = [] } = body
  if (maxOutputTokens !== undefined && !isInteger(maxOutputTokens, 1))
    throw invalidArgument('max_output_tokens must be positive')
  if (!Array.isArray(stopSequences) || stopSequences.length > stopsMax)
    throw invalidArgument('stop_sequences: at most 5 are allowed')
  const more = { outputMax: maxOutputTokens, stop: stopSequences.length > 0 ? stopSequences.map(String) : undefined }
  const texts = textsOf(complete(call, text, text.length, more), body)
  return json(texts ? { candidates: texts.map((output) => ({ output })) } : { filters: blocked })
}

function embedText(call: Call): MockResponse {
  const { text } = bodyOf(call, embedFields)
  if (call.model === absentModel) throw modelMissing(call.model, 'embedText')
  if (textOf(text) === '') throw invalidArgument('text: must not be empty')
  return json({ embedding: { value: vectorOf(textOf(text), dimensions) } })
}

const listed: Record<string, string[]> = {
  'chat-bison-001': ['generateMessage', 'countMessageTokens'],
  'text-bison-001': ['generateText', 'countTextTokens'],
  'embedding-gecko-001': ['embedText'],
}
const pageMax = 2

/** The page size has a maximum, so that a client has to request the next page. */
function models({ query }: Call): MockResponse {
  const size = Math.min(pageMax, Math.max(1, Number(query.get('pageSize') ?? 50) || 50))
  const start = Number(query.get('pageToken') ?? 0) || 0
  const all = Object.entries(listed).map(([id, supportedGenerationMethods]) => ({
    name: `models/${id}`,
    version: '001',
    displayName: id,
    supportedGenerationMethods,
  }))
  const nextPageToken = start + size < all.length ? String(start + size) : undefined
  return json({ models: all.slice(start, start + size), nextPageToken })
}

const actions: Record<string, Handler> = { generateMessage, generateText, embedText }

export const palm: Vendor = {
  name: 'palm',
  authenticate({ key }) {
    if (key === '')
      throw geminiError(403, "Method doesn't allow unregistered callers (callers without established identity).")
    if (isWrongKey(key))
      throw geminiError(400, 'API key not valid. Please pass a valid API key.', [errorInfo('API_KEY_INVALID')])
  },
  refuse: geminiError,
  find(method, path) {
    if (method === 'GET' && path === '/v1beta2/models') return models
    const action = /^\/v1beta2\/models\/[^/:]+:(\w+)$/.exec(path)?.[1]
    return method === 'POST' && action !== undefined ? actions[action] : undefined
  },
}
