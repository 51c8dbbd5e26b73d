export const headerBounds = { headersMax: 100, nameLengthMax: 128, valueLengthMax: 8 * 1024 } as const

/** Stands for a stored literal in everything that leaves the server. Written back, it keeps the literal. */
export const maskedLiteral = '••••••••'

/** Framing of a message, connections and handshakes belong to the HTTP client. */
const framingHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
export const isFramingHeader = (name: string): boolean =>
  framingHeaders.has(name.toLowerCase()) || /^sec-websocket-/i.test(name)

/** Headers that prove an identity. */
export const isCredentialHeader = (name: string): boolean =>
  /authorization|cookie|api-?key|access-?key|subscription-?key|token|secret|passw|credential|signature/i.test(name)

export const isHeaderName = (name: string): boolean =>
  name.length <= headerBounds.nameLengthMax && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)
/** Printable ASCII without spaces at its ends. */
export const isHeaderValue = (value: string): boolean =>
  value.length <= headerBounds.valueLengthMax && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)

export const keyVariable = '{api_key}'
const clientHeader = /^\{client_header:\s*([^{}\s]+)\s*\}$/

/** A value of a header as an administrator writes it. */
export type HeaderValue =
  | { kind: 'literal'; text: string }
  /** Contains the channel's key. */
  | { kind: 'key'; text: string }
  /** The client's header of this name; left out if the client sent none. */
  | { kind: 'client'; name: string }
  /** A stored literal that stays. */
  | { kind: 'masked' }

export function readHeaderValue(text: string): HeaderValue | undefined {
  const value = text.trim()
  if (value === maskedLiteral) return { kind: 'masked' }
  const [, name] = clientHeader.exec(value) ?? []
  if (name !== undefined) return isHeaderName(name) ? { kind: 'client', name: name.toLowerCase() } : undefined
  if (value.includes('{client_header:') || !isHeaderValue(value)) return undefined
  return { kind: value.includes(keyVariable) ? 'key' : 'literal', text: value }
}

/** Whether a value can be shown: one without a secret of its own. */
export function isShownValue(text: string): boolean {
  const value = readHeaderValue(text)
  if (value?.kind === 'client' || value?.kind === 'masked') return true
  return value?.kind === 'key' && /^(?:[A-Za-z-]{1,12} )?\{api_key\}$/.test(value.text)
}

/** Whether a client's header may be read: never its credentials, and nothing that belongs to its connection. */
export const isReadableHeader = (name: string): boolean =>
  isHeaderName(name) && !isFramingHeader(name) && !isCredentialHeader(name)
