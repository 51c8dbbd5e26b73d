type DataUrl = { mime: string | undefined; base64: string }

const head = /^data:([^;,\s]*)((?:;[^;,]*)*),/i

/**
 * Takes a `data:` address apart. The payload comes back in the plain base64 alphabet without line breaks, whatever the
 * client wrote; the type of bytes nobody named is told from how they begin. Undefined when it is no base64 data
 * address.
 */
export function parseDataUrl(url: string): DataUrl | undefined {
  const match = head.exec(url.slice(0, 1024))
  if (!match || !/;\s*base64\s*$/i.test(match[2] ?? '')) return undefined
  const base64 = plainBase64(url.slice(match[0].length))
  return { mime: match[1]?.toLowerCase() || sniffMime(base64), base64 }
}

export const isDataUrl = (url: string): boolean => /^data:/i.test(url)

/** Base64 in the plain alphabet: URL-safe letters replaced, line breaks and percent signs of careless encoders gone. */
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

const beginnings: [prefix: string, mime: string][] = [
  ['iVBORw', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['JVBER', 'application/pdf'],
]

/** What bytes are, by how they begin; undefined for kinds nobody asked about. */
export function sniffMime(base64: string): string | undefined {
  const known = beginnings.find(([prefix]) => base64.startsWith(prefix))
  if (known) return known[1]
  const isWebp =
    base64.startsWith('UklGR') && Buffer.from(base64.slice(0, 16), 'base64').subarray(8, 12).toString() === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}
