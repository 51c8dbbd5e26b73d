import type { JsonObject } from '../../forms/chat.ts'
import { isObject } from './json-values.ts'

/** Keywords whose value maps names to schemas, is a list of schemas, or is a schema itself. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const singles: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'contains'])

/** Rebuilds a schema from its leaves up: `change` sees every schema in it, those inside already changed. */
export function mapSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const inside = (value: unknown): unknown => (isObject(value) ? mapSchema(value, change) : value)
  const entries = Object.entries(schema).map(([name, value]): [string, unknown] => {
    if (maps.has(name) && isObject(value)) {
      return [name, Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each)]))]
    }
    if (Array.isArray(value) && (lists.has(name) || name === 'items')) return [name, value.map(inside)]
    return [name, singles.has(name) ? inside(value) : value]
  })
  return change(Object.fromEntries(entries))
}

/** Parameters as a schema of an object, which is what a tool without any must say too. */
export function toObjectSchema(schema: unknown): JsonObject {
  const type = isObject(schema) ? (schema.type ?? 'object') : undefined
  if (!isObject(schema) || !(type === 'object' || (Array.isArray(type) && type.includes('object'))))
    return { type: 'object', properties: {} }
  return { ...schema, type: 'object', properties: schema.properties ?? {} }
}

const isObjectSchema = ({ type, properties }: JsonObject): boolean =>
  type === 'object' || isObject(properties) || (Array.isArray(type) && type.includes('object'))

/** Objects that hold only what the schema names. */
export const closeObjects = (schema: JsonObject): JsonObject =>
  mapSchema(schema, (each) => (isObjectSchema(each) ? { ...each, additionalProperties: false } : each))

/** Every property required. */
export const requireAll = (schema: JsonObject): JsonObject =>
  mapSchema(schema, (each) => (isObject(each.properties) ? { ...each, required: Object.keys(each.properties) } : each))

/** Whether closing the schema keeps its meaning: a map with free keys would lose them. */
export function canClose(schema: JsonObject): boolean {
  let isClosable = true
  mapSchema(schema, (each) => {
    const free = each.additionalProperties
    if (free === true || isObject(free) || each.patternProperties !== undefined) isClosable = false
    return each
  })
  return isClosable
}
