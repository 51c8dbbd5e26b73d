import type { Endpoint } from '@turnpike/contract/endpoint'
import { z } from 'zod'

type Properties = Record<string, unknown>
type Part = 'params' | 'query' | 'body'
const parts: readonly Part[] = ['params', 'query', 'body']

type PartSchema = { properties: Properties; required: string[] } | undefined

/** The members of a part; undefined for a part that is no plain object, which an agent sends as a whole. */
function schemaOf(schema: z.ZodType): PartSchema {
  const { properties, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return properties ? { properties, required } : undefined
}

/** The arguments of a tool: the members of the endpoint's params, query and body in one object. */
export function inputSchema(endpoint: Endpoint) {
  const properties: Properties = {}
  const required: string[] = []
  for (const part of parts) {
    const schema = endpoint[part]
    if (!schema) continue
    const described = schemaOf(schema) ?? { properties: { [part]: { type: 'object' } }, required: [part] }
    Object.assign(properties, described.properties)
    required.push(...described.required)
  }
  return { type: 'object' as const, properties, required: [...new Set(required)] }
}

/**
 * The arguments of a tool, sorted into the parts of its endpoint. Unknown arguments go to the last part, whose schema
 * decides.
 */
export function inputOf(endpoint: Endpoint, given: Record<string, unknown>): Partial<Record<Part, unknown>> {
  const left = new Map(Object.entries(given))
  const input: Partial<Record<Part, unknown>> = {}
  for (const part of parts) {
    const schema = endpoint[part]
    if (!schema) continue
    const described = schemaOf(schema)
    if (!described) {
      input[part] = left.get(part) ?? {}
      left.delete(part)
      continue
    }
    const members: Record<string, unknown> = {}
    for (const name of Object.keys(described.properties)) {
      if (left.has(name)) members[name] = left.get(name)
      left.delete(name)
    }
    input[part] = members
  }
  const last = parts.findLast((part) => endpoint[part])
  if (last) input[last] = { ...(input[last] as object), ...Object.fromEntries(left) }
  return input
}
