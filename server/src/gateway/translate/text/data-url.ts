type DataUrl = { mime: string | undefined; base64: string }

const head = /^data:([^;,\s]*)((?:;[^;,]*)*),/i

/**
 * Parses a `data:` URL. The payload is returned in the standard base64 alphabet without line breaks; a missing type is
 * read from the first bytes. Undefined when the URL is not a base64 data URL.
 */
export function parseDataUrl(url: string): DataUrl | undefined {
  const match = head.exec(url.slice(0, 1024))
  if (!match || !/;\s*base64\s*$/i.test(match[2] ?? '')) return undefined
  const base64 = plainBase64(url.slice(match[0].length))
  return { mime: match[1]?.toLowerCase() || sniffMime(base64), base64 }
}

export const isDataUrl = (url: string): boolean => /^data:/i.test(url)

/** Base64 in the standard alphabet: replaces the URL-safe letters and percent encoding, and removes line breaks. */
export function plainBase64(text: string): string {
  if (!/[-_\s%]/.test(text)) return text
  return text
    .replace(/%2B/gi, '+')
    .replace(/%2F/gi, '/')
    .replace(/%3D/gi, '=')
    .replace(/[\s%]+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
}

const base64Prefixes: [prefix: string, mime: string][] = [
  ['iVBORw', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['JVBER', 'application/pdf'],
]

/** The type of the bytes, from their first bytes; undefined for types other than images and PDF. */
export function sniffMime(base64: string): string | undefined {
  const known = base64Prefixes.find(([prefix]) => base64.startsWith(prefix))
  if (known) return known[1]
  const isWebp =
    base64.startsWith('UklGR') && Buffer.from(base64.slice(0, 16), 'base64').subarray(8, 12).toString() === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}
