export const timeZoneLengthMax = 64

/** A name that `Intl` and `Temporal` accept, `UTC` included. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name.length > timeZoneLengthMax) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
