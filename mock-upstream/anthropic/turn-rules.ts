import { given, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { checkBlock } from './block-rules.ts'
import { invalidRequest } from './errors.ts'
import type { Generation } from './generation.ts'

const systemTurns = 'mid-conversation-system-2026-04-07'

/** Refuses a conversation that Anthropic would refuse. */
export function checkTurns(body: JsonObject, generation: Generation, betas: string[], isContinued: boolean): void {
  if (body.messages === undefined) throw invalidRequest('messages: Field required')
  if (!Array.isArray(body.messages)) throw invalidRequest('messages: Input should be a valid list')
  const turns = objectsIn(body.messages)
  if (turns.length === 0) throw invalidRequest('messages: at least one message is required')
  turns.forEach((turn, index) => {
    checkTurn(turn, index, index === turns.length - 1, betas)
  })
  if (turns[0]?.role !== 'user') throw invalidRequest('messages: first message must use the "user" role')
  checkPrefill(turns.at(-1), generation)
  // Only the thread knows the earlier calls.
  if (!isContinued) checkToolTurns(body, mergedTurns(turns))
}

function checkTurn(turn: JsonObject, index: number, isLast: boolean, betas: string[]): void {
  const { role, content } = turn
  if (role === 'system' && !betas.includes(systemTurns)) {
    throw invalidRequest(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    )
  }
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    throw invalidRequest(`messages.${index}.role: Input should be 'user' or 'assistant'`)
  if (!given(turn, 'content')) throw invalidRequest(`messages.${index}.content: Field required`)
  const isEmpty = content === '' || (Array.isArray(content) && content.length === 0)
  if (isEmpty && !(isLast && role === 'assistant')) {
    throw invalidRequest(
      `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
    )
  }
  if (typeof content === 'string') {
    if (content.trim() === '' && !isEmpty)
      throw invalidRequest('messages: text content blocks must contain non-whitespace text')
    return
  }
  if (!Array.isArray(content)) throw invalidRequest(`messages.${index}.content: Input should be a valid list`)
  for (const [position, block] of content.entries()) checkBlock(block, role, `messages.${index}.content.${position}`)
}

function checkPrefill(last: JsonObject | undefined, { allowsPrefill }: Generation): void {
  if (last?.role !== 'assistant') return
  if (!allowsPrefill)
    throw invalidRequest(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    )
  const text = typeof last.content === 'string' ? last.content : textOf(blocksOf(last).at(-1)?.text)
  if (text !== text.trimEnd())
    throw invalidRequest('messages: final assistant content cannot end with trailing whitespace')
}

export const blocksOf = (turn: JsonObject): JsonObject[] =>
  typeof turn.content === 'string' ? [{ type: 'text', text: turn.content }] : objectsIn(turn.content)

type Turn = { role: string; blocks: JsonObject[] }

/** Neighbours with the same role are one turn. */
export function mergedTurns(turns: JsonObject[]): Turn[] {
  const merged: Turn[] = []
  for (const turn of turns) {
    const role = textOf(turn.role)
    const last = merged.at(-1)
    if (last?.role === role) last.blocks.push(...blocksOf(turn))
    else merged.push({ role, blocks: blocksOf(turn) })
  }
  return merged
}

/** The very next turn has the result of every call before anything else, and no other results. */
function checkToolTurns(body: JsonObject, turns: Turn[]): void {
  const seen = new Set<string>()
  let calls: string[] = []
  turns.forEach(({ blocks }, index) => {
    const results = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => textOf(tool_use_id))
    const orphan = results.find((id) => !calls.includes(id))
    if (orphan !== undefined) {
      throw invalidRequest(
        `messages.${index}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      )
    }
    const open = calls.filter((id) => !results.includes(id))
    if (open.length > 0) throw withoutResult(index - 1, open)
    if (results.length > 0 && blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result')) {
      throw invalidRequest(`messages.${index}: \`tool_result\` blocks must come before any other content`)
    }
    calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => textOf(id))
    for (const id of calls) {
      if (seen.has(id)) throw invalidRequest('messages: `tool_use` ids must be unique')
      seen.add(id)
    }
  })
  if (calls.length > 0) throw withoutResult(turns.length - 1, calls)
  if (seen.size > 0 && !isObject((body.tools as unknown[] | undefined)?.[0])) {
    throw invalidRequest('Requests which include `tool_use` or `tool_result` blocks must define tools')
  }
}

const withoutResult = (index: number, ids: string[]) =>
  invalidRequest(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  )
