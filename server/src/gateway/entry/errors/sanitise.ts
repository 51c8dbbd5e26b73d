import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject } from '../../translate/json/json-values.ts'

const messageMax = 500
const address = /\b(?:https?|wss?):\/\/[^\s"'<>)\]]+/gi
/** Not every top-level domain: `messages.content` is no host. A channel's own host is among its secrets. */
const domains =
  'com|cn|net|org|io|ai|dev|app|cloud|internal|intranet|local|localdomain|lan|home|corp|svc|azure|amazonaws|xyz|top|' +
  'site|online|tech|info|biz|tv|cc|gg|sh|run|host|space|fun|uk|de|jp|fr|eu|hk|tw|sg|ru|example|test'
const host = new RegExp(`\\b(?:[a-z0-9-]+\\.)+(?:${domains})\\b(?::\\d+)?|\\blocalhost\\b(?::\\d+)?`, 'gi')
const numericAddress = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g
const bracketedAddress = /\[[0-9a-f:]{3,}\](?::\d+)?/gi
const wideAddress =
  /(?:\b(?:[0-9a-f]{1,4}:)*[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:)*[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}\b/gi
const keyLike = /\b(?:sk|pk|rk|key|ghp|xox[bap])[-_.][\w.-]{6,}|\b(?:sk|AIza|AKIA|ya29|eyJ)[\w.-]{12,}/g
/** `Incorrect API key provided: 1234`: the text after the colon. */
const labelled =
  /\b(api[-_ ]?key|access[-_ ]?key|token|credentials?|authorization|secret|password)\b([^:=\n]{0,40}[:=]+\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"',;}]+/gi
const schemed = /\b(bearer|basic)\s+[^\s"',;}]+/gi
const account = /\b(?:org|proj|acct)[-_][\w-]{6,}|\bprojects\/[\w-]+/g

/** An upstream's message, safe for a client: no addresses, no keys, no secrets of the channel. */
export function sanitiseMessage(message: string, secrets: readonly string[]): string {
  let text = message.slice(0, messageMax * 4)
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '***')
  text = text
    .replace(address, '***')
    .replace(labelled, '$1$2***')
    .replace(schemed, '$1 ***')
    .replace(keyLike, '***')
    .replace(account, '***')
    .replace(host, '***')
    .replace(numericAddress, '***')
    .replace(bracketedAddress, '***')
    .replace(wideAddress, '***')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
  return text.length > messageMax ? `${text.slice(0, messageMax)}…` : text
}

const identifier = /^[A-Za-z_][\w.:/[\]-]{0,99}$/

/** An upstream's error type, code or field name; undefined if it is no identifier or is not safe to show. */
export function sanitiseIdentifier(value: string | undefined, secrets: readonly string[]): string | undefined {
  return value !== undefined && identifier.test(value) && sanitiseMessage(value, secrets) === value ? value : undefined
}

const membersMax = 20
const depthMax = 4

/** The upstream's details beside its message, with texts that are safe for a client. */
export function sanitiseDetails(details: JsonObject, secrets: readonly string[], depth = 0): JsonObject {
  const fit = (value: unknown): unknown => {
    if (typeof value === 'string') return sanitiseMessage(value, secrets)
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
    if (depth >= depthMax) return undefined
    if (Array.isArray(value)) return value.slice(0, membersMax).map(fit)
    return isObject(value) ? sanitiseDetails(value, secrets, depth + 1) : undefined
  }
  const members = Object.entries(details).filter(([name]) => sanitiseIdentifier(name, secrets) !== undefined)
  return definedOf(Object.fromEntries(members.slice(0, membersMax).map(([name, value]) => [name, fit(value)])))
}
