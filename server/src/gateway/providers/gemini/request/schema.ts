import type { JsonObject } from '../../../forms/chat.ts'
import { inlineRefs } from '../../../translate/json/inline-refs.ts'
import { isObject, listOf, objectOf } from '../../../translate/json/json-values.ts'
import { nullableFromTypeArray } from '../../../translate/json/nullable-types.ts'

/** The JSON schema keywords that Gemini's schemas have too. Gemini refuses any other. */
const plainKeywords = [
  'title',
  'description',
  'nullable',
  'default',
  'example',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minProperties',
  'maxProperties',
  'pattern',
  'propertyOrdering',
] as const
const textFormats: ReadonlySet<unknown> = new Set(['enum', 'date-time'])
const depthMax = 64

/** A JSON schema in Gemini's format. Keywords without an equivalent are left out. */
export const cleanSchema = (schema: JsonObject): JsonObject => clean(inlineRefs(schema), 0)

function clean(raw: JsonObject, depth: number): JsonObject {
  if (depth > depthMax) return { type: 'object' }
  const schema = withoutNull(nullableFromTypeArray(oneOfToAnyOf(mergeAllOf(raw))))
  const kept: JsonObject = {}
  for (const name of plainKeywords) if (schema[name] !== undefined && schema[name] !== null) kept[name] = schema[name]
  const enumValues = enumOf(schema)
  if (enumValues.length > 0) return { ...kept, type: 'string', enum: enumValues, ...formatOf(schema, 'string') }
  const branches = listOf(schema.anyOf).filter(isObject).filter(hasType)
  if (branches.length > 0 && schema.properties === undefined)
    return { ...kept, anyOf: branches.map((each) => clean(each, depth + 1)) }
  const type = typeOf(schema)
  return { type, ...kept, ...formatOf(schema, type), ...nestedOf(schema, type, depth) }
}

/** The schemas of `allOf` as one schema. */
function mergeAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return rest
  const result: JsonObject = {}
  const properties: JsonObject = {}
  const required = new Set<unknown>()
  for (const each of [...allOf.filter(isObject).map(mergeAllOf), rest]) {
    Object.assign(result, each)
    Object.assign(properties, objectOf(each.properties))
    for (const name of listOf(each.required)) required.add(name)
  }
  if (Object.keys(properties).length > 0) result.properties = properties
  return { ...result, required: [...required] }
}

/** Gemini has no `oneOf`; `anyOf` means the same to a model. */
function oneOfToAnyOf({ oneOf, ...schema }: JsonObject): JsonObject {
  return Array.isArray(oneOf) ? { ...schema, anyOf: [...listOf(schema.anyOf), ...oneOf] } : schema
}

const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === 'null'

/** Gemini has no null type: it becomes `nullable`, and a single remaining alternative becomes the schema itself. */
function withoutNull(schema: JsonObject): JsonObject {
  const branches = listOf(schema.anyOf)
  const others = branches.filter((each) => !isNull(each))
  if (others.length === branches.length) return isNull(schema) ? { ...schema, type: 'string', nullable: true } : schema
  const { anyOf: _, ...rest } = schema
  const [only] = others
  if (others.length === 1 && isObject(only)) return { ...nullableFromTypeArray(only), ...rest, nullable: true }
  return { ...rest, nullable: true, ...(others.length > 0 && { anyOf: others }) }
}

/** Alternatives that only list required properties cannot be expressed in Gemini's schemas. */
const hasType = (schema: JsonObject): boolean =>
  ['type', 'properties', 'items', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'].some((name) => schema[name] !== undefined)

/** Enumerations have only strings in Gemini's schemas. */
function enumOf(schema: JsonObject): string[] {
  const values = schema.const === undefined ? listOf(schema.enum) : [schema.const]
  const present = values.filter((value) => value !== null && value !== '')
  return present.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

function typeOf({ type, properties, items }: JsonObject): string {
  if (typeof type === 'string') return type
  if (properties !== undefined) return 'object'
  return items === undefined ? 'string' : 'array'
}

function formatOf({ format }: JsonObject, type: string): JsonObject {
  if (typeof format !== 'string') return {}
  return type.toLowerCase() !== 'string' || textFormats.has(format) ? { format } : {}
}

function nestedOf(schema: JsonObject, type: string, depth: number): JsonObject {
  if (type.toLowerCase() === 'array') {
    const item = Array.isArray(schema.items) ? schema.items[0] : schema.items
    return { items: isObject(item) ? clean(item, depth + 1) : { type: 'string' } }
  }
  const properties = Object.entries(objectOf(schema.properties) ?? {})
  if (type.toLowerCase() !== 'object' || properties.length === 0) return {}
  const names = new Set<unknown>(properties.map(([name]) => name))
  const required = listOf(schema.required).filter((name) => names.has(name))
  return {
    properties: Object.fromEntries(
      properties.map(([name, each]) => [name, isObject(each) ? clean(each, depth + 1) : { type: 'string' }]),
    ),
    ...(required.length > 0 && { required }),
  }
}
