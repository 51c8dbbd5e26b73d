import type { ChatChunk, ChatDelta, FinishReason, JsonObject } from '../../forms/chat.ts'
import { createEventReader } from '../../forms/sse.ts'
import type { RequestContext, StreamEncoder } from '../dialect.ts'

/** The context of the calls in this folder's tests. */
export const facts: RequestContext = { body: {}, model: 'client-model', id: 'req_1', now: 0, promptEstimate: 33 }

export const chunkOf = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
  id: 'chatcmpl-1',
  created: 0,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})

/** The events of a stream; checks that every event is named after its type. */
export function eventsOf(text: string): JsonObject[] {
  const reader = createEventReader()
  return [...reader.push(Buffer.from(text)), ...reader.end()].map(({ event, data }) => {
    const body: JsonObject = JSON.parse(data)
    if (body.type !== event) throw new Error(`${String(body.type)} is named ${event}`)
    return body
  })
}

export function streamOf(encoder: StreamEncoder, chunks: ChatChunk[]): JsonObject[] {
  let text = ''
  for (const chunk of chunks) text += encoder.push(chunk)
  return eventsOf(text + encoder.end())
}

type StreamedBlock = JsonObject & { type: string }

/** The message a client assembles from a stream. Throws where the stream breaks the protocol. */
export function messageOf(events: JsonObject[]): { content: StreamedBlock[]; stop_reason: unknown; usage: unknown } {
  const content: StreamedBlock[] = []
  let open: { block: StreamedBlock; json: string } | undefined
  let end: { stop_reason: unknown; usage: unknown } | undefined
  for (const [at, event] of events.entries()) {
    const isFirst = at === 0
    if (isFirst !== (event.type === 'message_start')) throw new Error('a message starts once, and first')
    if (event.type === 'content_block_start') {
      if (open || end || event.index !== content.length) throw new Error('one block at a time, counted from zero')
      open = { block: { ...(event.content_block as StreamedBlock) }, json: '' }
    } else if (event.type === 'content_block_delta') {
      if (!open || event.index !== content.length) throw new Error('a delta without its block')
      addDelta(open, event.delta as JsonObject)
    } else if (event.type === 'content_block_stop') {
      if (!open || event.index !== content.length) throw new Error('an end without its block')
      if (open.json !== '') open.block.input = JSON.parse(open.json)
      content.push(open.block)
      open = undefined
    } else if (event.type === 'message_delta') {
      if (open) throw new Error('a block was left open')
      end = { stop_reason: (event.delta as JsonObject).stop_reason, usage: event.usage }
    }
  }
  if (!end || events.at(-1)?.type !== 'message_stop') throw new Error('a message ends')
  return { content, ...end }
}

function addDelta(open: { block: StreamedBlock; json: string }, delta: JsonObject): void {
  const { block } = open
  if (delta.type === 'text_delta' && block.type === 'text') block.text = `${block.text}${delta.text}`
  else if (delta.type === 'thinking_delta' && block.type === 'thinking')
    block.thinking = `${block.thinking}${delta.thinking}`
  else if (delta.type === 'signature_delta' && block.type === 'thinking') block.signature = delta.signature
  else if (delta.type === 'input_json_delta' && block.type === 'tool_use') open.json += delta.partial_json
  else throw new Error(`${String(delta.type)} in a block of type ${block.type}`)
}
