import type { Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatDelta, FinishReason, JsonObject, ToolCallDelta } from '../../forms/chat.ts'
import { namedEvent } from '../../forms/sse.ts'
import { callId } from '../../translate/tools/ids.ts'
import type { ClientError, RequestContext, StreamEncoder } from '../dialect.ts'
import { declaredTools } from './declared-tools.ts'
import { callPrefixes } from './output-items.ts'
import { errorMembers, idsOf, incompleteReason, responseObject } from './response-object.ts'
import {
  type OpenCall,
  type OpenItem,
  type OpenMessage,
  type OpenReasoning,
  openCall,
  openMessage,
  openReasoning,
} from './stream-items.ts'

/** A call without a name: no event can be written for it yet. */
type UnnamedCall = { id: string; deltas: ToolCallDelta[] }

/** A stream as the events of a response. One item is open at a time; only calls may be open together. */
export function createStreamEncoder(facts: RequestContext): StreamEncoder {
  const declared = declaredTools(facts.body)
  const output: JsonObject[] = []
  const calls = new Map<number, OpenCall | UnnamedCall | 'closed'>()
  let head: { id: string; created: number; model: string } | undefined
  let ids = idsOf(facts.id)
  let open: OpenReasoning | OpenMessage | undefined
  let nextIndex = 0
  let sequence = 0
  let finish: FinishReason | undefined
  let usage: Usage | undefined

  const emit = (type: string, fields: JsonObject): string =>
    namedEvent(type, JSON.stringify({ type, sequence_number: sequence++, ...fields }))
  const response = (status: 'in_progress' | 'completed' | 'incomplete' | 'failed', error?: ClientError): JsonObject =>
    responseObject(facts.body, {
      id: ids.response,
      created: head?.created ?? facts.now,
      model: head?.model ?? facts.model,
      status,
      output: output.filter((item) => item !== undefined),
      usage,
      incomplete: status === 'incomplete' ? incompleteReason(finish) : undefined,
      error: error && { code: error.code, message: error.message },
    })
  const begin = (chunk: ChatChunk): string => {
    if (head) return ''
    head = { id: chunk.id, created: chunk.created, model: chunk.model }
    ids = idsOf(chunk.id)
    const snapshot = response('in_progress')
    return emit('response.created', { response: snapshot }) + emit('response.in_progress', { response: snapshot })
  }
  const close = (item: OpenItem): string => {
    const text = item.close()
    output[item.index] = item.item()
    return text
  }
  const closeOpen = (): string => {
    const text = open ? close(open) : ''
    open = undefined
    return text
  }
  const closeCalls = (): string => {
    let text = ''
    for (const [ordinal, call] of calls) {
      if (call !== 'closed' && 'close' in call) text += close(call)
      calls.set(ordinal, 'closed')
    }
    return text
  }
  const reasoning = (): [OpenReasoning, string] => {
    if (open?.kind === 'reasoning') return [open, '']
    const before = closeOpen() + closeCalls()
    const [item, text] = openReasoning(emit, ids.item('rs', nextIndex), nextIndex++)
    open = item
    return [item, before + text]
  }
  const message = (): [OpenMessage, string] => {
    if (open?.kind === 'message') return [open, '']
    const before = closeOpen() + closeCalls()
    const [item, text] = openMessage(emit, ids.item('msg', nextIndex), nextIndex++)
    open = item
    return [item, before + text]
  }
  const addCall = (delta: ToolCallDelta): string => {
    const known = calls.get(delta.index) ?? { id: delta.id ?? callId(facts.id, delta.index), deltas: [] }
    if (known === 'closed') return ''
    if (!('deltas' in known)) return known.add(delta)
    known.deltas.push(delta)
    calls.set(delta.index, known)
    const name = delta.function?.name
    if (!name) return ''
    const tool = declared.called(name)
    const before = closeOpen()
    const id = ids.item(callPrefixes[tool?.kind ?? 'function'], nextIndex)
    const [call, added] = openCall(emit, id, nextIndex++, { id: known.id, name, tool })
    calls.set(delta.index, call)
    return before + added + known.deltas.map((piece) => call.add(piece)).join('')
  }
  const writeDelta = (delta: ChatDelta): string => {
    let text = ''
    if (delta.reasoning_content || delta.thinking_blocks?.length) {
      const [item, opened] = reasoning()
      text += opened
      if (delta.reasoning_content) text += item.add(delta.reasoning_content)
      item.addBlocks(delta.thinking_blocks ?? [])
    }
    for (const kind of ['content', 'refusal'] as const) {
      const content = delta[kind]
      if (!content) continue
      const [item, opened] = message()
      text += opened + item.add(kind === 'content' ? 'text' : 'refusal', content)
    }
    for (const call of delta.tool_calls ?? []) text += addCall(call)
    return text
  }
  return {
    push(chunk) {
      if (chunk.usage) usage = chunk.usage
      let text = begin(chunk)
      for (const choice of chunk.choices) {
        if (choice.index !== 0) continue // a response has one choice
        text += writeDelta(choice.delta)
        finish = choice.finish_reason ?? finish
      }
      return text
    },
    end() {
      const text = closeOpen() + closeCalls()
      const status = incompleteReason(finish) ? 'incomplete' : 'completed'
      return text + emit(`response.${status}`, { response: response(status) })
    },
    fail(error) {
      const text = emit('error', errorMembers(error))
      return head ? text + emit('response.failed', { response: response('failed', error) }) : text
    },
  }
}
