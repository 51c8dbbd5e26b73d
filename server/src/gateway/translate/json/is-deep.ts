// The depth limit of a request body.
const levelsMax = 64

/**
 * JSON nested so deep that serialising it could exhaust the stack. JSON inside a text is not bound by the body's limit.
 */
export function isDeep(value: unknown, levels = levelsMax): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Array.isArray(value)
    ? value.some((each) => isDeep(each, levels - 1))
    : Object.values(value).some((each) => isDeep(each, levels - 1))
}
