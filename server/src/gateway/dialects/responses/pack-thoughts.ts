import type { ThinkingBlock } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { withoutPlace } from '../../translate/response/thinking-order.ts'

const mark = 'thinking.'
const lengthMax = 4 * 1024 * 1024

/**
 * Signed thoughts must return to the upstream that wrote them. A Responses client keeps the `encrypted_content` of a
 * reasoning item unread and sends it back, so the blocks are stored there. Their place is that of the item.
 */
export const packThoughts = (blocks: readonly ThinkingBlock[]): string =>
  mark + Buffer.from(JSON.stringify(blocks.map(withoutPlace))).toString('base64url')

/** Undefined for content the gateway did not pack, such as another upstream's. */
export function unpackThoughts(packed: unknown): ThinkingBlock[] | undefined {
  if (typeof packed !== 'string' || !packed.startsWith(mark) || packed.length > lengthMax) return undefined
  try {
    const blocks: unknown = JSON.parse(Buffer.from(packed.slice(mark.length), 'base64url').toString())
    return Array.isArray(blocks) && blocks.every(isBlock) ? blocks : undefined
  } catch {
    return undefined
  }
}

const isBlock = (block: unknown): block is ThinkingBlock => {
  if (!isObject(block)) return false
  if (block.type === 'redacted_thinking') return typeof block.data === 'string'
  return block.type === 'thinking' && typeof block.thinking === 'string' && typeof block.signature === 'string'
}
