import type { JsonObject } from '../../forms/chat.ts'
import { isObject, objectOf } from './json-values.ts'

/** Keywords whose value maps names to schemas, and those whose value is a schema or a list of them. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
const schemas: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
])
const anyObject = () => ({ type: 'object' })
// Definitions that refer to each other twice double with every step: a short schema can expand to a very long one.
const schemasMax = 5_000
const depthMax = 64

/**
 * A schema without references, for upstreams that cannot resolve them. A schema that contains itself ends where it
 * repeats.
 */
export function inlineRefs(schema: JsonObject): JsonObject {
  const definitions = { ...objectOf(schema.definitions), ...objectOf(schema.$defs) }
  let schemasLeft = schemasMax

  const inlined = (each: JsonObject, ancestors: readonly string[], depth: number): JsonObject => {
    if (schemasLeft-- <= 0 || depth > depthMax) return anyObject()
    const { $ref, $defs: _, definitions: __, ...rest } = each
    const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => entry(name, value, ancestors, depth)))
    if (typeof $ref !== 'string') return plain
    const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec($ref)?.[1] ?? ''
    const target = Object.hasOwn(definitions, name) ? objectOf(definitions[name]) : undefined
    if (!target || ancestors.includes(name)) return { ...anyObject(), ...plain }
    return { ...inlined(target, [...ancestors, name], depth + 1), ...plain }
  }
  const inlinedValue = (value: unknown, ancestors: readonly string[], depth: number): unknown => {
    if (Array.isArray(value)) return value.map((each) => inlinedValue(each, ancestors, depth))
    return isObject(value) ? inlined(value, ancestors, depth + 1) : value
  }
  const entry = (name: string, value: unknown, ancestors: readonly string[], depth: number): [string, unknown] => {
    if (maps.has(name) && isObject(value)) {
      const named = Object.entries(value).map(([key, each]) => [key, inlinedValue(each, ancestors, depth)])
      return [name, Object.fromEntries(named)]
    }
    return [name, schemas.has(name) ? inlinedValue(value, ancestors, depth) : value]
  }
  return inlined(schema, [], 0)
}
