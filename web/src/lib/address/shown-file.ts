import { isShownPicture } from './shown-picture.ts'

type Page = {
  /** The origin of the open page. */
  origin: string
  /** The address of this server that the administrator has set; it may differ from the page's. */
  serverAddress: string
  /** Whether the policy of the page lets it load an address of another site. */
  isAllowed: (address: string) => boolean
}

/**
 * The address under which our pages can show a picture, a sound or a video; undefined where the content policy blocks it.
 * A file of this server is requested from the page's own origin, because the configured address may be another one.
 */
export function shownFile(address: string, { origin, serverAddress, isAllowed }: Page): string | undefined {
  const own = URL.parse(serverAddress)?.origin
  const file = URL.parse(address)
  if (own && file?.origin === own && own !== origin) return `${file.pathname}${file.search}`
  return isShownPicture(address, origin) && isAllowed(address) ? address : undefined
}

/** The address as a link that may be opened: an upstream could name a script. */
export function openedFile(address: string): string | undefined {
  const protocol = URL.parse(address)?.protocol
  return protocol === 'https:' || protocol === 'http:' ? address : undefined
}
