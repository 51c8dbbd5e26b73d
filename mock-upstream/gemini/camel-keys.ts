import { isObject } from '../exchange/json.ts'

/** Below these keys the names are the caller's own. */
const opaque = new Set([
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
  'labels',
])

/** Google accepts snake_case for every field too. The mock reads camelCase. */
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [camel, opaque.has(camel) ? each : camelKeys(each)]
    }),
  )
}
