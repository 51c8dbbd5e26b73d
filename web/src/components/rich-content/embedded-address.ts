import { embeddedAddress as addressIn } from '@turnpike/contract/web-address'

/**
 * The https address to show in a frame, when that is all the text holds. A page of our own origin is refused: inside the
 * frame it could reach out of its sandbox.
 */
export function embeddedAddress(text: string, ownOrigin: string): string | undefined {
  const address = addressIn(text)
  return address && new URL(address).origin !== ownOrigin ? address : undefined
}
