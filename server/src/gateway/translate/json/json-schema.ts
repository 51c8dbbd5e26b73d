import type { JsonObject } from '../../forms/chat.ts'
import { isObject } from './json-values.ts'

/** Keywords whose value maps names to schemas, is a list of schemas, or is a schema itself. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const singles: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'contains'])

/** Rebuilds a schema from its leaves up: `change` gets every schema in it, with the nested ones already changed. */
export function mapSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const mapValue = (value: unknown): unknown => (isObject(value) ? mapSchema(value, change) : value)
  const entries = Object.entries(schema).map(([name, value]): [string, unknown] => {
    if (maps.has(name) && isObject(value)) {
      return [name, Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapValue(each)]))]
    }
    if (Array.isArray(value) && (lists.has(name) || name === 'items')) return [name, value.map(mapValue)]
    return [name, singles.has(name) ? mapValue(value) : value]
  })
  return change(Object.fromEntries(entries))
}

/** Parameters as a schema of an object; a tool without parameters needs an empty one. */
export function toObjectSchema(schema: unknown): JsonObject {
  const type = isObject(schema) ? (schema.type ?? 'object') : undefined
  if (!isObject(schema) || !(type === 'object' || (Array.isArray(type) && type.includes('object'))))
    return { type: 'object', properties: {} }
  return { ...schema, type: 'object', properties: schema.properties ?? {} }
}

const isObjectSchema = ({ type, properties }: JsonObject): boolean =>
  type === 'object' || isObject(properties) || (Array.isArray(type) && type.includes('object'))

/** Objects with only the properties that the schema names. */
export const closeObjects = (schema: JsonObject): JsonObject =>
  mapSchema(schema, (each) => (isObjectSchema(each) ? { ...each, additionalProperties: false } : each))

/** All properties required. */
export const requireAll = (schema: JsonObject): JsonObject =>
  mapSchema(schema, (each) => (isObject(each.properties) ? { ...each, required: Object.keys(each.properties) } : each))

/** Whether closing the schema keeps its meaning: a map with arbitrary keys would lose them. */
export function canClose(schema: JsonObject): boolean {
  let isClosable = true
  mapSchema(schema, (each) => {
    const additional = each.additionalProperties
    if (additional === true || isObject(additional) || each.patternProperties !== undefined) isClosable = false
    return each
  })
  return isClosable
}
