import { createHash } from 'node:crypto'
import type { ChatMessage } from '../../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { visitInOrder } from '../../../translate/response/thinking-order.ts'
import { plainId } from '../../../translate/tools/ids.ts'
import { parseArguments } from '../../../translate/tools/tool-arguments.ts'
import { textsBetween, writtenTexts } from '../../anthropic/written-texts.ts'
import {
  type Block,
  blocksOf,
  createDocumentNames,
  type DocumentNames,
  isCachePoint,
  textBlocks,
  withCachePoint,
} from './parts.ts'
import { reasoningBlock } from './thoughts.ts'

export type Turn = { role: 'user' | 'assistant'; content: Block[] }
export type CollectedTurns = { system: Block[]; turns: Turn[] }

/** What clients ask for that only some models take. */
export type TurnRules = { cachePoints: boolean; thoughts: boolean }

/** The text of a turn that needs one and has none. */
const fillerBlock: Block = { text: '...' }

/**
 * Mistral's models take ids of nine letters and digits only. Source: normalize-tool-call-id.ts of @ai-sdk/amazon-bedrock
 * 4.0.186, read 2026-11-18.
 */
const mistralId = (id: string): string =>
  /^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9)

/**
 * A chat in the format of Converse: the system prompt apart, then alternating turns of user and assistant, the user
 * first, every call directly followed by its result.
 */
export function collectTurns(messages: readonly ChatMessage[], model: string, rules: TurnRules): CollectedTurns {
  const ids = createCallIds(model.includes('mistral.') ? mistralId : plainId)
  const nameOf = createDocumentNames()
  const system: Block[] = []
  const turns: Turn[] = []
  const add = (role: Turn['role'], message: ChatMessage, blocks: Block[]) => {
    const content = withCachePoint(blocks, message)
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content })
  }
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'developer') system.push(...systemBlocks(message))
    else if (message.role === 'assistant') add('assistant', message, assistantBlocks(message, ids, rules))
    else if (message.role === 'tool') add('user', message, resultBlocks(message, ids, nameOf, model))
    else add('user', message, blocksOf(message.content, nameOf))
  }
  for (const turn of turns)
    if (!rules.cachePoints || turn.content.some(isTool))
      turn.content = turn.content.filter((each) => !isCachePoint(each))
  pairResults(turns)
  finishTurns(turns)
  return {
    system: rules.cachePoints ? system : system.filter((each) => !isCachePoint(each)),
    turns: separatesTools(model) ? turns.flatMap(withToolsApart) : turns,
  }
}

/**
 * Models that refuse calls beside text, and results beside text ("Conversation blocks and tool result blocks cannot be
 * provided in the same turn"). Sources: browser-use/browser-use issue 710 (Llama 3.3, Mistral Large),
 * strands-agents/harness-sdk issue 1223 (Llama 4), quarkiverse/quarkus-langchain4j issue 1983, read 2026-11-18.
 */
const separatesTools = (model: string): boolean => /llama|mistral/.test(model)

/** Two turns for one that has both kinds of blocks, and a turn of the other role between them. */
function withToolsApart({ role, content }: Turn): Turn[] {
  const tools = { role, content: content.filter(isTool) }
  const others = { role, content: content.filter((block) => !isTool(block)) }
  if (tools.content.length === 0 || others.content.length === 0) return [{ role, content }]
  return role === 'user'
    ? [tools, { role: 'assistant', content: [fillerBlock] }, others]
    : [others, { role: 'user', content: [fillerBlock] }, tools]
}

const isTool = ({ toolUse, toolResult }: Block) => toolUse !== undefined || toolResult !== undefined

function systemBlocks(message: ChatMessage): Block[] {
  const { content } = message
  const parts = typeof content === 'string' ? [{ text: content }] : listOf(content).filter(isObject)
  return withCachePoint(
    parts.flatMap((part) => withCachePoint(textBlocks(part.text), part)),
    message,
  )
}

/** In the order of the signed reasoning; otherwise text, then calls. */
function assistantBlocks(message: ChatMessage, ids: CallIds, rules: TurnRules): Block[] {
  const texts = writtenTexts(message.content)
  const calls = listOf(message.tool_calls).flatMap((call): Block[] => {
    const called = isObject(call) ? objectOf(call.function) : undefined
    const name = textOf(called?.name)
    if (!isObject(call) || name === undefined) return []
    const input = typeof called?.arguments === 'string' ? parseArguments(called.arguments) : {}
    return [{ toolUse: { toolUseId: ids.call(textOf(call.id) ?? name), name, input } }]
  })
  const blocks: Block[] = []
  visitInOrder({
    thoughts: rules.thoughts ? (message.thinking_blocks ?? []).filter((each) => reasoningBlock(each)) : [],
    textLength: texts.reduce((sum, { text }) => sum + text.length, 0),
    callCount: calls.length,
    thought(thought) {
      const reasoning = reasoningBlock(thought)
      if (reasoning) blocks.push(reasoning)
    },
    text: (from, to) =>
      void blocks.push(...textsBetween(texts, from, to).flatMap((each) => withCachePoint([{ text: each.text }], each))),
    call: (ordinal) => void blocks.push(...calls.slice(ordinal, ordinal + 1)),
  })
  return blocks
}

/**
 * Models that take pictures inside a result; for others the pictures come after it. Sources, read 2026-11-18: the comment
 * of ToolResultContentBlock in @aws-sdk/client-bedrock-runtime 3.1162.0, and litellm 1.109.1
 * (`supports_bedrock_converse_tool_result_images` of OpenAI's models).
 */
const takesMediaInResults = (model: string): boolean => /nova|claude/.test(model)

/** Converse refuses a result without a call, so it is left out. */
function resultBlocks(message: ChatMessage, ids: CallIds, nameOf: DocumentNames, model: string): Block[] {
  const toolUseId = ids.result(message.tool_call_id ?? '')
  if (toolUseId === undefined) return []
  const blocks = blocksOf(message.content, nameOf).filter((each) => !isCachePoint(each))
  const content = takesMediaInResults(model) ? blocks : blocks.filter(({ text }) => text !== undefined)
  const result = { toolResult: { toolUseId, content: content.length > 0 ? content : [fillerBlock] } }
  return [result, ...blocks.filter((block) => !content.includes(block))]
}

const idIn = (block: Block, member: string): unknown => objectOf(block[member])?.toolUseId
const idsIn = (blocks: readonly Block[], member: string): Set<unknown> =>
  new Set(blocks.map((block) => idIn(block, member)).filter((id) => id !== undefined))

/** Puts the result of every call at the start of the next turn, and removes all other results. */
function pairResults(turns: Turn[]): void {
  for (let at = 0; at < turns.length; at++) {
    const turn = turns[at]
    if (turn?.role === 'user') {
      const calls = idsIn(turns[at - 1]?.content ?? [], 'toolUse')
      const results = turn.content.filter((block) => calls.has(idIn(block, 'toolResult')))
      const withResults = idsIn(results, 'toolResult')
      for (const id of calls) if (!withResults.has(id)) results.push(missingResult(id))
      turn.content = [...results, ...turn.content.filter((block) => block.toolResult === undefined)]
    } else if (turns[at + 1] === undefined && turn?.content.some(({ toolUse }) => toolUse !== undefined))
      turns.push({ role: 'user', content: [] })
  }
}

const missingResult = (toolUseId: unknown): Block => ({ toolResult: { toolUseId, content: [{ text: '[no result]' }] } })

/** No turn is empty, the user's is the first and the last, and a document has a text beside it. */
function finishTurns(turns: Turn[]): void {
  for (const { content } of turns)
    if (content.every(isReasoning) || (content.some(isDocument) && !content.some(({ text }) => text !== undefined)))
      content.push(fillerBlock)
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: [fillerBlock] })
  if (turns.at(-1)?.role !== 'user') turns.push({ role: 'user', content: [fillerBlock] })
}

/** A turn must not consist of reasoning alone (NousResearch/hermes-agent issue 105780, read 2026-11-19). */
const isReasoning = ({ reasoningContent }: Block): boolean => reasoningContent !== undefined
const isDocument = ({ document }: Block): boolean => document !== undefined

type CallIds = {
  /** The id of a call in an assistant message, unique in the conversation. */
  call(id: string): string
  /** The id of the call a result belongs to; undefined when there is no such call, or it has its result already. */
  result(id: string): string | undefined
}

/** Upstreams that number their calls anew in every response repeat ids. */
function createCallIds(valid: (id: string) => string): CallIds {
  const used = new Set<string>()
  const open = new Map<string, string[]>()
  return {
    call(id) {
      let unique = valid(id)
      for (let count = 2; used.has(unique); count++) unique = valid(`${id} ${count}`)
      used.add(unique)
      open.set(id, [...(open.get(id) ?? []), unique])
      return unique
    },
    result: (id) => open.get(id)?.shift(),
  }
}
