import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'

const depthMax = 12

/** The smallest value that a JSON schema allows, with `text` for every free string. */
export function sampleOf(schema: unknown, text: string, root: unknown = schema, depth = 0): unknown {
  if (!isObject(schema) || depth > depthMax) return {}
  if (typeof schema.$ref === 'string') return sampleOf(resolve(schema.$ref, root), text, root, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choice = objectsIn(schema.anyOf)[0] ?? objectsIn(schema.oneOf)[0] ?? objectsIn(schema.allOf)[0]
  if (choice) return sampleOf(choice, text, root, depth + 1)
  switch (typeOf(schema)) {
    case 'string':
      return sampleString(schema, text)
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () =>
        sampleOf(schema.items, text, root, depth + 1),
      )
    default:
      return sampleObject(schema, text, root, depth)
  }
}

function sampleObject(schema: JsonObject, text: string, root: unknown, depth: number): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, sampleOf(property, text, root, depth + 1)]),
  )
}

function sampleString(schema: JsonObject, text: string): string {
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  if (schema.format === 'date') return '2026-01-01'
  const max = typeof schema.maxLength === 'number' ? schema.maxLength : text.length
  return text.slice(0, max)
}

/** Google writes types in capitals. Of a list of types the first is used. */
const typeOf = (schema: JsonObject): string =>
  textOf(Array.isArray(schema.type) ? schema.type[0] : schema.type).toLowerCase()

/** Resolves references within the document. Vendors accept no others. */
function resolve(reference: string, root: unknown): unknown {
  let target = root
  for (const step of reference.replace(/^#\//, '').split('/')) target = isObject(target) ? target[step] : undefined
  return target
}
