import { absentModel, type Call, type Handler } from '../exchange/call.ts'
import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse } from '../exchange/response.ts'
import { camelKeys } from '../gemini/camel-keys.ts'
import { countTokens, embedContent, predict as predictImages } from '../gemini/endpoints.ts'
import { geminiError, invalidArgument, unknownName } from '../gemini/errors.ts'
import { generateContent, streamGenerateContent } from '../gemini/generate.ts'
import { traitsOf } from '../gemini/model-traits.ts'
import { modelMissing } from '../gemini/request-rules.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'

const instancesMax = 250
const usualDimensions = 768

/**
 * The models of Google's other host, with this host's own refusals. Models before Gemini 3 refuse the ids of calls
 * (recorded: github.com/pydantic/pydantic-ai issue 5081). Later models end an empty response with `STOP` after a result
 * without its call's id (github.com/BerriAI/litellm pull 34603). Read 2026-11-18.
 */
const checked =
  (handler: Handler, isStream?: boolean): Handler =>
  (call) => {
    const body = camelKeys(call.body) as JsonObject // an object in, an object out
    if (body.generateContentRequest !== undefined) throw unknownName('generateContentRequest')
    const parts = objectsIn(body.contents).flatMap((content) => objectsIn(content.parts))
    const calls = parts.flatMap(({ functionCall }) => (isObject(functionCall) ? [functionCall] : []))
    const results = parts.flatMap(({ functionResponse }) => (isObject(functionResponse) ? [functionResponse] : []))
    if (traitsOf(call.model).version >= 3) {
      const isMatched = results.every(({ id }) => id !== undefined && calls.some((each) => each.id === id))
      return isMatched || isStream === undefined ? handler(call) : emptyResponse(call, isStream)
    }
    if (calls.some(({ id }) => id !== undefined)) throw unknownName('id', 'contents.parts.function_call')
    if (results.some(({ id }) => id !== undefined)) throw unknownName('id', 'contents.parts.function_response')
    return handler(call)
  }

function emptyResponse(call: Call, isStream: boolean): MockResponse {
  const promptTokenCount = tokensOf(JSON.stringify(call.body).length)
  const response = {
    candidates: [{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: call.usage({ promptTokenCount, totalTokenCount: promptTokenCount }),
    modelVersion: call.model,
  }
  return isStream ? eventStream([dataFrame(response)], geminiError) : json(response)
}

function predict(call: Call): MockResponse | Promise<MockResponse> {
  if (call.model.startsWith('imagen-')) return predictImages(call)
  if (call.model === absentModel) throw modelMissing(call.model, 'predict')
  const instances = objectsIn(call.body.instances)
  const max = call.model.startsWith('gemini-embedding') ? 1 : instancesMax
  if (instances.length === 0) throw invalidArgument('Invalid instances: the list must not be empty')
  if (instances.length > max)
    throw invalidArgument(`${instances.length} instance(s) is allowed per prediction: at most ${max}`)
  const { outputDimensionality = usualDimensions } = isObject(call.body.parameters) ? call.body.parameters : {}
  if (!isInteger(outputDimensionality, 1, 3072)) throw invalidArgument('outputDimensionality is out of range')
  return json({ predictions: instances.map((instance) => predictionOf(call, instance, outputDimensionality)) })
}

function predictionOf(call: Call, instance: JsonObject, dimensions: number): JsonObject {
  const text = textOf(instance.content)
  if (text === '') throw invalidArgument('The text content is empty.')
  const unknown = Object.keys(instance).find((name) => !['content', 'task_type', 'title'].includes(name))
  if (unknown !== undefined) throw unknownName(unknown, 'instances')
  const statistics = call.usage({ token_count: tokensOf(text.length) })
  return {
    embeddings: { values: vectorOf(text, dimensions), statistics: statistics && { ...statistics, truncated: false } },
  }
}

function embed(call: Call): MockResponse | Promise<MockResponse> {
  if (!/^gemini-embedding-(?!001)/.test(call.model)) throw modelMissing(call.model, 'embedContent')
  return embedContent(call)
}

export const googleActions: Record<string, Handler> = {
  generateContent: checked(generateContent, false),
  streamGenerateContent: checked(streamGenerateContent, true),
  countTokens: checked(countTokens),
  embedContent: embed,
  predict,
}
