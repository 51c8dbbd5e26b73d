/**
 * Only the account that made them can read some texts of a response again: thought signatures and sealed reasoning. A
 * client sends them back with the conversation, which may then go to another channel. So each such text gets a mark of
 * its channel in front. The mark is removed on the way back, or shows that the text belongs to another account. The
 * mark is twelve letters and digits, which is base64 of whole bytes, so clients can still decode such texts.
 */
const mark = /^tp[0-9a-f]{10}/

export const markOf = (hash: Buffer): string => `tp${hash.toString('hex').slice(0, 10)}`

/** A text without its mark; undefined for one with the mark of another account. */
export function ownText(text: string, ownMark: string): string | undefined {
  if (text.startsWith(ownMark)) return text.slice(ownMark.length)
  return mark.test(text) ? undefined : text
}

/** Puts the mark before the members of these names, in JSON as an upstream wrote it. */
export function createMarker(members: readonly string[], ownMark: string): (bytes: Buffer) => Buffer {
  const pattern = new RegExp(`"(${members.join('|')})"(\\s*:\\s*)"(?!")`, 'g')
  return (bytes) => {
    if (!members.some((name) => bytes.includes(name))) return bytes
    return Buffer.from(bytes.toString('utf8').replace(pattern, `"$1"$2"${ownMark}`))
  }
}
