import { createHash } from 'node:crypto'

const length = 9
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Older models take only ids of nine letters or digits. The same id always becomes the same one: it comes again with
 * every turn of the conversation, and a prompt that changes is not cached.
 */
export function shortCallId(id: string): string {
  if (/^[a-zA-Z0-9]{9}$/.test(id)) return id
  const digest = createHash('sha256').update(id).digest()
  return Array.from(digest.subarray(0, length), (byte) => letters[byte % letters.length]).join('')
}
