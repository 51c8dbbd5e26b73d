import type { JsonObject } from '../../forms/chat.ts'

/**
 * A list of types for upstreams that take a single type: null becomes `nullable`, several types become alternatives.
 */
export function nullableFromTypeArray(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.type)) return schema
  const { type, ...rest } = schema
  const types = (type as unknown[]).filter((each) => typeof each === 'string')
  const others = types.filter((each) => each !== 'null')
  const nullable = others.length < types.length ? { nullable: true } : {}
  if (others.length === 1) return { ...rest, type: others[0], ...nullable }
  if (others.length === 0) return { ...rest, ...nullable }
  return { ...rest, anyOf: others.map((each) => ({ type: each })), ...nullable }
}
