const secretName = /authorization|cookie|passw(or)?d|secret|credential|keys?$|token$|^session$|verification.?code/i
// Our keys, the keys of common providers, and credentials of headers that were copied into a text.
const keyLike = /\b(sk-|pk-|ghp_|xox[bap]-|AIza|AKIA)[\w.\-+/=]{8,}/g
const headerLike = /\b(Bearer|Basic)\s+([\w.\-+/=:]{8,})/gi
// The user info of a URL, up to the last @: a password may hold an @ itself.
const userInfo = /(\w+:\/\/)[^\s/?#]*@/g
const secretQuery = /((?:^|[?&\s])[\w.-]*(?:key|token|code|secret|password|turnstile|hash|state|sign)=)[^&\s"]+/gi
const textMax = 2000
const depthMax = 6

/** The first three and last four characters: enough to recognise a key, not to use it. */
export const maskKey = (key: string): string => (key.length < 12 ? '***' : `${key.slice(0, 3)}***${key.slice(-4)}`)

export function redactText(text: string): string {
  return shorten(text)
    .replace(headerLike, (_, scheme: string, credential: string) => `${scheme} ${maskKey(credential)}`)
    .replace(keyLike, maskKey)
    .replace(userInfo, '$1***@')
    .replace(secretQuery, '$1***')
}

// A secret that is cut in half no longer matches the patterns above, so the word at the cut is removed as well.
const shorten = (text: string) =>
  text.length > textMax ? `${text.slice(0, textMax).replace(/\S{1,300}$/, '')}…` : text

/** A copy fit for the log: secrets masked by field name and by pattern, long texts cut, deep values left out. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value instanceof Error) return redactError(value, depth)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= depthMax) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) ? '***' : redact(inner, depth + 1)]),
  )
}

const redactError = (error: Error & { code?: unknown }, depth: number): unknown => ({
  name: error.name,
  message: redactText(error.message),
  ...(typeof error.code === 'string' && { code: error.code }),
  stack: redactText(error.stack ?? ''),
  ...(error.cause !== undefined && depth < depthMax && { cause: redact(error.cause, depth + 1) }),
})
