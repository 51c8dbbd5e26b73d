import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { jsonInstruction } from '../../translate/json/json-instruction.ts'
import { closeObjects, mapSchema, toObjectSchema } from '../../translate/json/json-schema.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'

/** The gateway's own tool. A model without JSON output is forced to call it, and the tool's input becomes the text. */
export const jsonToolName = 'json_answer'

export type JsonOutput = {
  /** For models that support a JSON schema. */
  format?: JsonObject
  /** For models that can be forced to call a tool. */
  tool?: JsonObject
  /** For other models, and without a schema. */
  instruction?: string
}

/** How to get JSON from this model. `method` is the best one that the model and the rest of the request allow. */
export function jsonOutputOf(request: ChatRequest, method: 'format' | 'tool' | 'instruction'): JsonOutput {
  const format = objectOf(request.response_format)
  const jsonSchema = format?.type === 'json_schema' ? objectOf(format.json_schema) : undefined
  const schema = objectOf(jsonSchema?.schema)
  if (!schema || method === 'instruction') {
    const instruction = jsonInstruction(format)
    return instruction === undefined ? {} : { instruction }
  }
  if (method === 'format') return { format: { type: 'json_schema', schema: strictSchema(schema) } }
  const description =
    textOf(jsonSchema?.description) ?? 'Gives the answer. Call it exactly once, with the whole answer.'
  return { tool: { name: jsonToolName, description, input_schema: toObjectSchema(schema) } }
}

/** Keywords that Anthropic refuses in an output schema: they become part of the description. */
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
    // `minItems` of 0 or 1 is the one bound that is supported.
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
