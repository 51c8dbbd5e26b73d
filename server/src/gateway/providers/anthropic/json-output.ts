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
export function jsonOutputOf(ask: ChatRequest, way: 'format' | 'tool' | 'instruction'): JsonOutput {
  const wish = objectOf(ask.response_format)
  if (wish?.type === 'json_object') return { instruction: objectOnly }
  const about = wish?.type === 'json_schema' ? objectOf(wish.json_schema) : undefined
  if (!about) return {}
  const schema = objectOf(about.schema)
  if (!schema) return { instruction: objectOnly }
  if (way === 'format') return { format: { type: 'json_schema', schema: strictSchema(schema) } }
  if (way === 'tool') {
    const description = textOf(about.description) ?? 'Gives the answer. Call it exactly once, with the whole answer.'
    return { tool: { name: jsonToolName, description, input_schema: toObjectSchema(schema) } }
  }
  return { instruction: `${objectOnly} It must match this JSON schema: ${JSON.stringify(schema)}` }
}

/** Keywords a schema for answers may not contain: they are told in words instead. */
const toldInWords = [
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

const strictSchema = (schema: JsonObject): JsonObject => closeObjects(mapSchema(schema, sayInWords))

function sayInWords(schema: JsonObject): JsonObject {
  const { oneOf, ...rest } = schema
  const said: string[] = []
  for (const name of toldInWords) {
    const value = rest[name]
    // A list that may not be empty is the one bound that is understood.
    if (value === undefined || isObject(value) || (name === 'minItems' && (value === 0 || value === 1))) continue
    said.push(`${name}: ${String(value)}`)
    delete rest[name]
  }
  const words = [textOf(rest.description), said.length > 0 ? `(${said.join(', ')})` : undefined]
  const description = words.filter((word) => word !== undefined).join(' ')
  return {
    ...rest,
    ...(Array.isArray(oneOf) && { anyOf: [...(Array.isArray(rest.anyOf) ? rest.anyOf : []), ...oneOf] }),
    ...(description !== '' && { description }),
  }
}
