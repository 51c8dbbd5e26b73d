// As deep as a request itself may be.
const levelsMax = 64

/** JSON nested so deep that writing it again could exhaust the stack. Text inside a body is read without its limits. */
export function isDeep(value: unknown, levels = levelsMax): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Array.isArray(value)
    ? value.some((each) => isDeep(each, levels - 1))
    : Object.values(value).some((each) => isDeep(each, levels - 1))
}
