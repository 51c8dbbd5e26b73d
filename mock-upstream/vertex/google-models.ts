import { absentModel, type Call, type Handler } from '../exchange/call.ts'
import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { camelKeys } from '../gemini/camel-keys.ts'
import { countTokens, embedContent, predict as predictImages } from '../gemini/endpoints.ts'
import { invalidArgument, unknownName } from '../gemini/errors.ts'
import { generateContent, streamGenerateContent } from '../gemini/generate.ts'
import { modelMissing } from '../gemini/request-rules.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'

const instancesMax = 250
const usualDimensions = 768

/** The models of Google's other host, with this host's own refusals. */
const checked =
  (handler: Handler): Handler =>
  (call) => {
    const body = camelKeys(call.body) as JsonObject // an object in, an object out
    if (body.generateContentRequest !== undefined) throw unknownName('generateContentRequest')
    for (const content of objectsIn(body.contents))
      for (const { functionCall, functionResponse } of objectsIn(content.parts))
        for (const named of [functionCall, functionResponse])
          if (isObject(named) && named.id !== undefined) throw unknownName('id', 'contents.parts.function_call')
    return handler(call)
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
  generateContent: checked(generateContent),
  streamGenerateContent: checked(streamGenerateContent),
  countTokens: checked(countTokens),
  embedContent: embed,
  predict,
}
