import type { ThinkingBlock, ThinkingPlace } from '../../forms/chat.ts'
import { countOf, objectOf } from '../json/json-values.ts'

/** A block with its position in the message. Most blocks come before everything else and need no position. */
export const placed = <Block extends ThinkingBlock>(block: Block, { text, calls }: ThinkingPlace): Block =>
  text === 0 && calls === 0 ? block : { ...block, after: { text, calls } }

export function withoutPlace({ after: _, ...block }: ThinkingBlock): ThinkingBlock {
  return block
}

type Visited = {
  thoughts: readonly ThinkingBlock[]
  /** The length of the message's text and the number of its calls. */
  textLength: number
  callCount: number
  thought(block: ThinkingBlock): void
  /** The text between two positions. */
  text(from: number, to: number): void
  call(ordinal: number): void
}

/**
 * Visits the thinking blocks, the text and the calls of a message in the order in which the upstream wrote them.
 * Positions come back from clients: a position outside the message counts as its end.
 */
export function visitInOrder(message: Visited): void {
  const { thoughts, textLength, callCount } = message
  let textAt = 0
  let callAt = 0
  const advance = (text: number, calls: number) => {
    if (text > textAt) message.text(textAt, text)
    textAt = Math.max(textAt, text)
    while (callAt < calls) message.call(callAt++)
  }
  for (const block of thoughts) {
    const after = objectOf(block.after)
    if (after) advance(Math.min(countOf(after.text), textLength), Math.min(countOf(after.calls), callCount))
    message.thought(block)
  }
  advance(textLength, callCount)
}
