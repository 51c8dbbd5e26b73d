import type { ChatMessage, JsonObject } from '../../forms/chat.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'
import { type Block, cacheControlOf, textBlocks } from './content-blocks.ts'

type WrittenText = { text: string; cacheControl: JsonObject }

/** The texts of an assistant message; parts of other kinds cannot be its own. */
export function writtenTexts(content: ChatMessage['content']): WrittenText[] {
  if (typeof content === 'string') return [{ text: content, cacheControl: {} }]
  return listOf(content)
    .filter(isObject)
    .flatMap((part) => {
      const text = part.type === 'text' ? part.text : part.type === 'refusal' ? part.refusal : undefined
      return typeof text === 'string' ? [{ text, cacheControl: cacheControlOf(part) }] : []
    })
}

/** Of a text that a thinking block divides, the last piece keeps its `cache_control`. */
export function textsBetween(texts: readonly WrittenText[], from: number, to: number): Block[] {
  let start = 0
  return texts.flatMap(({ text, cacheControl }) => {
    const [begin, end] = [Math.max(from - start, 0), to - start]
    start += text.length
    return end <= 0 || begin >= text.length
      ? []
      : textBlocks(text.slice(begin, end), end >= text.length ? cacheControl : {})
  })
}
