/** Whether our pages may show this picture: one of this server, or one that comes over https. The content policy blocks others. */
export function isShownPicture(address: string, ownOrigin: string): boolean {
  if (/^\/(?![/\\])\S*$/.test(address)) return true
  if (!URL.canParse(address)) return false
  const { protocol, origin } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && origin === ownOrigin)
}
