/**
 * The https address to show in a frame, when that is all the text holds. A page of our own origin is refused: inside the
 * frame it could reach out of its sandbox.
 */
export function embeddedAddress(text: string, ownOrigin: string): string | undefined {
  const trimmed = text.trim()
  if (!trimmed.startsWith('https://') || /\s/.test(trimmed) || !URL.canParse(trimmed)) return undefined
  const { origin, href } = new URL(trimmed)
  return origin === ownOrigin ? undefined : href
}
