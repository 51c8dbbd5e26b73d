/**
 * The https address of the page to show in a frame, when the administrator's text is such an address and nothing else.
 */
export function embeddedAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith('https://') || /\s/.test(trimmed) || !URL.canParse(trimmed)) return undefined
  return new URL(trimmed).href
}

/** Whether a text is an absolute http or https address, without credentials, which would be shown to every reader. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\/][^\s\\]*$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
