/** The values of a chat link: the key as clients send it, and the address of this server without a version. */
export type ChatAccess = { key: string; base: string }

/** Base64 of the text's UTF-8 bytes; `btoa` alone refuses every character beyond Latin-1. */
function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The provider that both apps ship for gateways of this kind; they add the version to the address themselves. */
const provider = 'new-api'

const values: Record<string, (access: ChatAccess) => string> = {
  key: ({ key }) => key,
  address: ({ base }) => base,
  cherryConfig: ({ key, base }) => base64(JSON.stringify({ id: provider, baseUrl: base, apiKey: key })),
  deepchatConfig: ({ key, base }) => base64(JSON.stringify({ id: provider, baseUrl: base, apiKey: key })),
  aionuiConfig: ({ key, base }) => base64(JSON.stringify({ platform: provider, baseUrl: base, apiKey: key })),
}

const placeholders = new RegExp(String.raw`("?)\{(${Object.keys(values).join('|')})\}`, 'g')

/**
 * Fills in a chat link. Every value is URL-encoded, and escaped first where the template puts it inside the quotes of
 * JSON, so that neither key nor address can add a parameter. One pass: a value is never searched for placeholders.
 */
export const fillTemplate = (template: string, access: ChatAccess): string =>
  template.replace(placeholders, (_, quote: string, name: string) => {
    const value = values[name]?.(access) ?? ''
    return quote + encodeURIComponent(quote ? JSON.stringify(value).slice(1, -1) : value)
  })

/** Whether a filled link holds the key. */
export const carriesKey = (template: string) => /\{(?:key|\w+Config)\}/.test(template)
