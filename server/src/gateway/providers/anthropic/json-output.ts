import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { closeObjects, mapSchema, toObjectSchema } from '../../translate/json/json-schema.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'

/** A tool of ours: a model that knows no other way answers in JSON by calling it. Its input becomes the answer's text. */
export const jsonToolName = 'json_answer'

export type JsonOutput = {
  /** For models that can be held to a schema. */
  format?: JsonObject
  /** For those that can only be made to call a tool. */
  tool?: JsonObject
  /** For the others, and where there is no schema. */
  instruction?: string
}

const objectOnly = 'Answer with a JSON object only, without any other text.'

/** How to get an answer in JSON. `way` is the best one that this model and the rest of the request leave open. */
export function jsonOutputOf(ask: ChatRequest, method: 'format' | 'tool' | 'instruction'): JsonOutput {
  const responseFormat = objectOf(ask.response_format)
  if (responseFormat?.type === 'json_object') return { instruction: objectOnly }
  const wanted = responseFormat?.type === 'json_schema' ? objectOf(responseFormat.json_schema) : undefined
  if (!wanted) return {}
  const schema = objectOf(wanted.schema)
  if (!schema) return { instruction: objectOnly }
  if (method === 'format') return { format: { type: 'json_schema', schema: strictSchema(schema) } }
  if (method === 'tool') {
    const description = textOf(wanted.description) ?? 'Gives the answer. Call it exactly once, with the whole answer.'
    return { tool: { name: jsonToolName, description, input_schema: toObjectSchema(schema) } }
  }
  return { instruction: `${objectOnly} It must match this JSON schema: ${JSON.stringify(schema)}` }
}

/** Keywords a schema for answers may not contain: they are told in words instead. */
const unsupportedKeywords = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
]

const strictSchema = (schema: JsonObject): JsonObject => closeObjects(mapSchema(schema, describeUnsupported))

function describeUnsupported(schema: JsonObject): JsonObject {
  const { oneOf, ...rest } = schema
  const described: string[] = []
  for (const name of unsupportedKeywords) {
    const value = rest[name]
    // A list that may not be empty is the one bound that is understood.
    if (value === undefined || isObject(value) || (name === 'minItems' && (value === 0 || value === 1))) continue
    described.push(`${name}: ${String(value)}`)
    delete rest[name]
  }
  const descriptions = [textOf(rest.description), described.length > 0 ? `(${described.join(', ')})` : undefined]
  const description = descriptions.filter((text) => text !== undefined).join(' ')
  return {
    ...rest,
    ...(Array.isArray(oneOf) && { anyOf: [...(Array.isArray(rest.anyOf) ? rest.anyOf : []), ...oneOf] }),
    ...(description !== '' && { description }),
  }
}
