export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export const isInteger = (value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max

/** Whether the key has a value. Vendors treat an explicit null as absent. */
export const given = (body: JsonObject, key: string): boolean => body[key] !== undefined && body[key] !== null

/** The object in a JSON text; undefined for any other text. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
