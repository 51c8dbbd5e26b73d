import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'

type Change = (block: JsonObject) => JsonObject

/** A request with each block of its messages changed, also those in the results of tools. */
export function mapBlocks(body: JsonObject, change: Change): JsonObject {
  if (!Array.isArray(body.messages)) return body
  return {
    ...body,
    messages: listOf(body.messages).map((message) => (isObject(message) ? mapContent(message, change) : message)),
  }
}

function mapContent(holder: JsonObject, change: Change): JsonObject {
  if (!Array.isArray(holder.content)) return holder
  const content = listOf(holder.content).map((block) => {
    if (!isObject(block)) return block
    return change(block.type === 'tool_result' ? mapContent(block, change) : block)
  })
  return { ...holder, content }
}
