/** A short fingerprint that ties an issued value to a key or a text. It is not a secret. */
export function markOf(text: string): string {
  let state = 2166136261
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 16777619)
  return (state >>> 0).toString(16).padStart(8, '0')
}
