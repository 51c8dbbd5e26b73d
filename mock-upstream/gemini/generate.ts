import { type Call, identifier } from '../exchange/call.ts'
import { isObject, type JsonObject, objectsIn } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse } from '../exchange/response.ts'
import { type Completion, completionFor, foundPage, searchedFor } from '../model/completion.ts'
import { camelKeys } from './camel-keys.ts'
import { geminiError } from './errors.ts'
import { traitsOf } from './model-traits.ts'
import { contentParts, streamedParts } from './parts.ts'
import { readContents } from './read-contents.ts'
import { checkRequest } from './request-rules.ts'

const finishReasons: Record<Completion['finish'], string> = {
  stop: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
}

type Generation = {
  head: JsonObject
  config: JsonObject
  response: Completion
  grounding: JsonObject
  searches: number
  isBlocked: boolean
}

export function generateContent(call: Call): MockResponse {
  const { head, config, response, grounding, searches, isBlocked } = generate(call)
  const usageMetadata = call.usage(usageOf(response, config, { searches }))
  if (isBlocked) return json({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata, ...head })
  const candidates = Array.from({ length: Number(config.candidateCount ?? 1) }, (_, index) => ({
    content: { role: 'model', parts: contentParts(call, response, config) },
    finishReason: finishReasons[response.finish],
    index,
    ...grounding,
  }))
  return json({ candidates, usageMetadata, ...head })
}

/** Each frame has new parts and the counts so far; the last one has the finish reason. */
export function streamGenerateContent(call: Call): MockResponse {
  const { head, config, response, grounding, searches, isBlocked } = generate(call)
  const pieces = isBlocked ? [] : streamedParts(call, response, config)
  const documents = pieces.map((parts, index): JsonObject => {
    const isLast = index === pieces.length - 1
    const end = isLast ? { finishReason: finishReasons[response.finish], ...grounding } : {}
    const candidate = { content: { role: 'model', parts }, index: 0, ...end }
    const progress = isLast ? {} : { share: (index + 1) / pieces.length }
    return {
      candidates: [candidate],
      usageMetadata: call.usage(usageOf(response, config, { searches, ...progress })),
      ...head,
    }
  })
  if (isBlocked)
    documents.push({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: call.usage(usageOf(response, config, {})),
      ...head,
    })
  const frames = documents.map(dataFrame)
  if (call.query.get('alt') === 'sse') return eventStream(frames, geminiError)
  return { ...eventStream(frames, geminiError), type: 'application/json; charset=UTF-8', framing: 'array' }
}

function generate(call: Call): Generation {
  const body = camelKeys(call.body) as JsonObject // an object in, an object out
  checkRequest(call, body)
  const config = isObject(body.generationConfig) ? body.generationConfig : {}
  const request = readContents(body)
  const response = completionFor({ ...request, thinks: isThinking(config, call.model) }, call.counts)
  const query = objectsIn(body.tools).some(({ googleSearch }) => googleSearch !== undefined)
    ? searchedFor(request.prompt)
    : undefined
  const web = { uri: foundPage.url, title: foundPage.title }
  return {
    head: { modelVersion: call.model, responseId: identifier('', call) },
    config,
    response,
    grounding:
      query === undefined ? {} : { groundingMetadata: { webSearchQueries: [query], groundingChunks: [{ web }] } },
    searches: query === undefined ? 0 : 1,
    isBlocked: response.finish === 'filter',
  }
}

function isThinking(config: JsonObject, model: string): boolean {
  const { thinkingBudget, thinkingLevel, includeThoughts } = isObject(config.thinkingConfig)
    ? config.thinkingConfig
    : ({} as JsonObject)
  if (thinkingBudget === 0) return false
  return (
    traitsOf(model).thinksByDefault ||
    thinkingBudget !== undefined ||
    thinkingLevel !== undefined ||
    includeThoughts === true
  )
}

/** Output tokens of one picture. */
const pictureTokens = 1290
/** Input tokens of the pages that one search finds. */
const searchTokens = 20

/** Thoughts and tool results have counts of their own. `share` is the part of the response sent so far. */
function usageOf(
  { counts }: Completion,
  config: JsonObject,
  { searches = 0, share = 1 }: { searches?: number; share?: number },
) {
  const modalities = Array.isArray(config.responseModalities) ? config.responseModalities : []
  const pictures = modalities.includes('IMAGE') && share === 1 ? pictureTokens : 0
  const written = Math.round((counts.output - counts.reasoning) * share)
  const toolUse = searches * searchTokens
  const text = counts.input - counts.media
  return {
    promptTokenCount: counts.input,
    candidatesTokenCount: written + pictures,
    totalTokenCount: counts.input + written + pictures + counts.reasoning + toolUse,
    ...(counts.cached > 0 && { cachedContentTokenCount: counts.cached }),
    ...(counts.reasoning > 0 && { thoughtsTokenCount: counts.reasoning }),
    ...(toolUse > 0 && { toolUsePromptTokenCount: toolUse }),
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: text },
      ...(counts.media > 0 ? [{ modality: 'IMAGE', tokenCount: counts.media }] : []),
    ],
    ...(pictures > 0 && { candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: pictures }] }),
  }
}
