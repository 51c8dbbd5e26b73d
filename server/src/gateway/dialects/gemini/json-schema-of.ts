import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'

const countKeywords: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
])
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A schema in Google's format as a JSON schema: types in lower case, nullable as a type, counts as numbers. */
export function jsonSchemaOf(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([name, value]) => entryOf(camel(name), value))
  const { nullable, propertyOrdering: _, ...plain } = Object.fromEntries(entries)
  if (nullable !== true) return plain
  if (typeof plain.type === 'string') return { ...plain, type: [plain.type, 'null'] }
  return Array.isArray(plain.anyOf) ? { ...plain, anyOf: [...plain.anyOf, { type: 'null' }] } : plain
}

function entryOf(name: string, value: unknown): [string, unknown] {
  if (name === 'type' && typeof value === 'string') return [name, value.toLowerCase()]
  if (name === 'properties' && isObject(value))
    return [name, Object.fromEntries(Object.entries(value).map(([key, each]) => [key, schemaIn(each)]))]
  if (name === 'items') return [name, schemaIn(value)]
  if (name === 'anyOf') return [name, listOf(value).map(schemaIn)]
  // Google's JSON has 64-bit integers as strings.
  if (countKeywords.has(name) && typeof value === 'string' && /^\d{1,15}$/.test(value)) return [name, Number(value)]
  return [name, value]
}

const schemaIn = (value: unknown): unknown => (isObject(value) ? jsonSchemaOf(value) : value)
