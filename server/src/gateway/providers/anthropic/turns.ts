import type { ChatMessage, ThinkingBlock } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { visitInOrder } from '../../translate/response/thinking-order.ts'
import { plainId } from '../../translate/tools/ids.ts'
import { parseArguments } from '../../translate/tools/tool-arguments.ts'
import { type Block, blocksOf, cacheControlOf, textBlocks } from './content-blocks.ts'
import { textsBetween, writtenTexts } from './written-texts.ts'

export type Turn = { role: 'user' | 'assistant'; content: Block[] }
export type CollectedTurns = { system: Block[]; turns: Turn[] }

/** The content of a turn that is required but empty. */
const fillerBlock: Block = { type: 'text', text: '...' }

/**
 * A chat in Anthropic's format: the system prompt apart, then alternating turns of user and assistant, the user first,
 * every call directly followed by its result.
 */
export function collectTurns(messages: readonly ChatMessage[], takesPrefill: boolean): CollectedTurns {
  const ids = createToolIds()
  const system: Block[] = []
  const turns: Turn[] = []
  const add = (role: Turn['role'], message: ChatMessage, blocks: Block[]) => {
    const last = blocks.at(-1)
    if (last && message.cache_control) blocks[blocks.length - 1] = { ...last, ...cacheControlOf(message) }
    const turn = turns.at(-1)
    if (turn?.role === role) turn.content.push(...blocks)
    else turns.push({ role, content: blocks })
  }
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'developer') system.push(...systemBlocks(message))
    else if (message.role === 'assistant') add('assistant', message, assistantBlocks(message, ids))
    else if (message.role === 'tool') add('user', message, resultBlocks(message, ids))
    else add('user', message, blocksOf(message.content))
  }
  pairResults(turns)
  finishPrefill(turns, takesPrefill)
  for (const turn of turns) if (turn.content.every(isThought)) turn.content.push(fillerBlock)
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: [fillerBlock] })
  return { system, turns }
}

/** A turn must not consist of thinking blocks alone. */
const isThought = ({ type }: Block): boolean => type === 'thinking' || type === 'redacted_thinking'

const systemBlocks = (message: ChatMessage): Block[] => {
  const blocks = blocksOf(message.content).filter(({ type }) => type === 'text')
  const last = blocks.at(-1)
  if (last && message.cache_control) blocks[blocks.length - 1] = { ...last, ...cacheControlOf(message) }
  return blocks
}

/** In the order of the thinking blocks; otherwise text, then calls. */
function assistantBlocks({ content, thinking_blocks, tool_calls }: ChatMessage, ids: ToolIds): Block[] {
  const calls = listOf(tool_calls).flatMap((call) => callBlocks(call, ids))
  const texts = writtenTexts(content)
  const blocks: Block[] = []
  visitInOrder({
    thoughts: listOf(thinking_blocks).filter(isOwnThought),
    textLength: texts.reduce((sum, { text }) => sum + text.length, 0),
    callCount: calls.length,
    thought: (block) => void blocks.push(bareThought(block)),
    text: (from, to) => void blocks.push(...textsBetween(texts, from, to)),
    call: (ordinal) => void blocks.push(...calls.slice(ordinal, ordinal + 1)),
  })
  return blocks
}

function callBlocks(call: unknown, ids: ToolIds): Block[] {
  const called = isObject(call) && isObject(call.function) ? call.function : undefined
  const name = textOf(called?.name)
  if (!isObject(call) || name === undefined) return []
  const input = typeof called?.arguments === 'string' ? parseArguments(called.arguments) : {}
  return [{ type: 'tool_use', id: ids.call(textOf(call.id) ?? name), name, input, ...cacheControlOf(call) }]
}

/**
 * A thinking block that Anthropic signed. Anthropic refuses one without a signature or with another company's; those
 * are marked with the company's name and a colon, which no Anthropic signature contains.
 */
function isOwnThought(value: unknown): value is ThinkingBlock {
  if (!isObject(value)) return false
  if (value.type === 'redacted_thinking') return textOf(value.data) !== undefined
  const signature = textOf(value.signature)
  return value.type === 'thinking' && typeof value.thinking === 'string' && !!signature && !signature.includes(':')
}

/** Clients add fields, such as the index by which they joined a stream, and Anthropic refuses any it does not know. */
const bareThought = (block: ThinkingBlock): Block =>
  block.type === 'thinking'
    ? { type: block.type, thinking: block.thinking, signature: block.signature }
    : { type: block.type, data: block.data }

/** Anthropic refuses a result without a call, so it is left out. */
function resultBlocks(message: ChatMessage, ids: ToolIds): Block[] {
  const id = ids.result(message.tool_call_id ?? '')
  if (id === undefined) return []
  const { content } = message
  const resultContent = typeof content === 'string' ? (content.trim() === '' ? undefined : content) : blocksOf(content)
  return [
    {
      type: 'tool_result',
      tool_use_id: id,
      ...(resultContent !== undefined && resultContent.length > 0 && { content: resultContent }),
      ...(message.is_error === true && { is_error: true }),
    },
  ]
}

const idsOf = (blocks: readonly Block[], type: string, name: string): Set<unknown> =>
  new Set(blocks.filter((block) => block.type === type).map((block) => block[name]))

/** Puts the result of every call at the start of the next turn, and removes all other results. */
function pairResults(turns: Turn[]): void {
  for (let at = 0; at < turns.length; at++) {
    const turn = turns[at]
    if (turn?.role === 'user') {
      const calls = idsOf(turns[at - 1]?.content ?? [], 'tool_use', 'id')
      const results = turn.content.filter(({ type, tool_use_id }) => type === 'tool_result' && calls.has(tool_use_id))
      const withResults = idsOf(results, 'tool_result', 'tool_use_id')
      for (const id of calls) if (!withResults.has(id)) results.push(missingResult(id))
      turn.content = [...results, ...turn.content.filter(({ type }) => type !== 'tool_result')]
    } else if (turns[at + 1] === undefined && turn?.content.some(({ type }) => type === 'tool_use'))
      turns.push({ role: 'user', content: [] })
  }
}

const missingResult = (id: unknown): Block => ({ type: 'tool_result', tool_use_id: id, content: '[no result]' })

/**
 * A conversation that ends with the assistant is the beginning of its next message. It must not end in whitespace, and
 * some models refuse it.
 */
function finishPrefill(turns: Turn[], takesPrefill: boolean): void {
  const end = turns.at(-1)
  if (end?.role !== 'assistant') return
  const last = end.content.at(-1)
  if (last?.type === 'text') {
    const trimmed = textBlocks(String(last.text).trimEnd(), cacheControlOf(last))
    end.content.splice(-1, 1, ...trimmed)
  }
  if (end.content.length === 0) turns.pop()
  else if (!takesPrefill) turns.push({ role: 'user', content: [fillerBlock] })
}

type ToolIds = {
  /** The unique id of a call in an assistant message. */
  call(id: string): string
  /** The id of the call a result belongs to; undefined when there is no such call, or it has its result already. */
  result(id: string): string | undefined
}

/**
 * Ids that Anthropic accepts: in its characters, and unique in the conversation. Upstreams that number their calls anew
 * in every response repeat ids.
 */
function createToolIds(): ToolIds {
  const used = new Set<string>()
  const openCalls = new Map<string, string[]>()
  return {
    call(id) {
      const plain = plainId(id)
      let unique = plain
      for (let count = 2; used.has(unique); count++) unique = `${plain.slice(0, 56)}_${count}`
      used.add(unique)
      const calls = openCalls.get(id)
      if (calls) calls.push(unique)
      else openCalls.set(id, [unique])
      return unique
    },
    result: (id) => openCalls.get(id)?.shift(),
  }
}
