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
const anything = () => ({ type: 'object' })
// Definitions that name each other twice double with every step: a short schema can stand for a very long one.
const schemasMax = 5_000
const depthMax = 64

/** A schema without references, for upstreams that cannot look them up. One that contains itself ends where it repeats. */
export function inlineRefs(schema: JsonObject): JsonObject {
  const definitions = { ...objectOf(schema.definitions), ...objectOf(schema.$defs) }
  let left = schemasMax

  const inlined = (each: JsonObject, within: readonly string[], depth: number): JsonObject => {
    if (left-- <= 0 || depth > depthMax) return anything()
    const { $ref, $defs: _, definitions: __, ...rest } = each
    const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => entry(name, value, within, depth)))
    if (typeof $ref !== 'string') return plain
    const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec($ref)?.[1] ?? ''
    const target = Object.hasOwn(definitions, name) ? objectOf(definitions[name]) : undefined
    if (!target || within.includes(name)) return { ...anything(), ...plain }
    return { ...inlined(target, [...within, name], depth + 1), ...plain }
  }
  const inside = (value: unknown, within: readonly string[], depth: number): unknown => {
    if (Array.isArray(value)) return value.map((each) => inside(each, within, depth))
    return isObject(value) ? inlined(value, within, depth + 1) : value
  }
  const entry = (name: string, value: unknown, within: readonly string[], depth: number): [string, unknown] => {
    if (maps.has(name) && isObject(value)) {
      const named = Object.entries(value).map(([key, each]) => [key, inside(each, within, depth)])
      return [name, Object.fromEntries(named)]
    }
    return [name, schemas.has(name) ? inside(value, within, depth) : value]
  }
  return inlined(schema, [], 0)
}
