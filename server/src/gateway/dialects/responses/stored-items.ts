import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import type { ItemId, StoredItems } from '../dialect.ts'

/** Calls of OpenAI's own tools. The item does not hold their results, so the upstream looks them up by the id. */
const lookedUp: ReadonlySet<unknown> = new Set(['code_interpreter_call', 'file_search_call', 'web_search_call'])

const wantsSealed = ({ include }: JsonObject): boolean => listOf(include).includes('reasoning.encrypted_content')

/** Whether the upstream stores an object under the id of the item. */
function isKeptItem({ type }: JsonObject, requested: JsonObject): boolean {
  // An approval names the approval request by its id.
  if (requested.store !== false || lookedUp.has(type) || type === 'mcp_approval_request') return true
  return type === 'reasoning' && !wantsSealed(requested)
}

const itemsIn = (value: JsonObject): JsonObject[] => {
  const output = value.output ?? objectOf(value.response)?.output
  return [...listOf(output), value.item].filter(isObject)
}

/** A later request may send such an item without its id; any other item is useless without its id. */
const carriesContent = ({ type, encrypted_content }: JsonObject): boolean =>
  !lookedUp.has(type) && (type !== 'reasoning' || typeof encrypted_content === 'string')

/** In the ids of items that the gateway made for an upstream without Responses. No account stores these items. */
const unstored = 'unstored'
export const unstoredId = (kind: string, response: string, ordinal: number): string =>
  `${kind}_${unstored}_${response}_${ordinal}`

/** An item that only names the id of another. Its type may be left out. */
const isReference = (item: unknown): item is JsonObject & { id: string } =>
  isObject(item) &&
  typeof item.id === 'string' &&
  (item.type === 'item_reference' || (item.type === undefined && item.role === undefined))

const clientCalls: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call', 'tool_search_call'])

/**
 * Whether the conversation goes on without this item. Reasoning may be left out, and so may the text with which a model
 * announced the calls that follow. The AI SDK refers to both in the next step of its tool loop.
 */
const isDispensable = (id: string, next: JsonObject | undefined): boolean =>
  id.startsWith(`rs_${unstored}_`) || (id.startsWith(`msg_${unstored}_`) && clientCalls.has(next?.type))

export const storedItems: StoredItems = {
  withoutUnstored(body) {
    if (!Array.isArray(body.input) || !body.input.some(isReference)) return body
    const kept: unknown[] = []
    let next: JsonObject | undefined // the next item that is no reference
    for (const item of body.input.toReversed()) {
      if (isReference(item) && isDispensable(item.id, next)) continue
      kept.push(item)
      if (!isReference(item)) next = isObject(item) ? item : undefined
    }
    return kept.length === body.input.length ? body : { ...body, input: kept.reverse() }
  },
  idsIn: (value, requested) =>
    itemsIn(value)
      .filter((item) => isKeptItem(item, requested))
      .flatMap(({ id }) => textOf(id) ?? []),
  map(body, open) {
    if (!Array.isArray(body.input)) return body
    const input = body.input.flatMap((item: unknown) => (isObject(item) ? mapItem(item, open) : [item]))
    const isSame = input.length === body.input.length && input.every((item, at) => item === listOf(body.input)[at])
    return isSame ? body : { ...body, input }
  },
}

function mapItem(item: JsonObject, open: (id: string) => ItemId): JsonObject[] {
  if (typeof item.id !== 'string' || item.type === 'item_reference') return [item]
  const id = open(item.id)
  if (typeof id === 'object') return [{ ...item, id: id.own }]
  if (!carriesContent(item)) return []
  if (id === 'plain') return [item]
  const { id: _, ...rest } = item
  return [rest]
}
