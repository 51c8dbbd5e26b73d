import { type Call, identifier } from '../../exchange/call.ts'
import { type JsonObject, objectsIn, textOf } from '../../exchange/json.ts'

export type RealtimeEvent = { type: string; [field: string]: unknown }

/** The state of a realtime conversation. */
export type Conversation = {
  call: Call
  /** The older event names and session format. */
  isBeta: boolean
  settings: JsonObject
  prompt: string
  characters: number
  audioBytes: number
  /** Tool results since the model last spoke, and the names of their calls. */
  results: { name?: string; content: string }[]
  callNames: Map<string, string>
  /** Every item, response and call gets the next number. */
  nextId(prefix: string): string
  send(event: RealtimeEvent): void
}

export function createConversation(call: Call, isBeta: boolean, send: Conversation['send']): Conversation {
  let ids = 0
  return {
    call,
    isBeta,
    settings: initialSettings(call, isBeta),
    prompt: '',
    characters: 0,
    audioBytes: 0,
    results: [],
    callNames: new Map(),
    nextId: (prefix) => identifier(prefix, call, ++ids),
    send,
  }
}

const pcm = { type: 'audio/pcm', rate: 24_000 }

const initialSettings = (call: Call, isBeta: boolean): JsonObject => ({
  object: 'realtime.session',
  id: identifier('sess_', call),
  model: call.model,
  instructions: '',
  tools: [],
  tool_choice: 'auto',
  ...(isBeta
    ? { modalities: ['text', 'audio'], voice: 'alloy', input_audio_format: 'pcm16', output_audio_format: 'pcm16' }
    : {
        type: 'realtime',
        output_modalities: ['audio'],
        audio: { input: { format: pcm }, output: { format: pcm, voice: 'marin' } },
      }),
})

/** Adds an item of the client. */
export function addItem(conversation: Conversation, given: JsonObject): void {
  const item: JsonObject = { id: conversation.nextId('item_'), object: 'realtime.item', status: 'completed', ...given }
  if (item.type === 'function_call_output') {
    conversation.results.push({ name: conversation.callNames.get(textOf(item.call_id)), content: textOf(item.output) })
    conversation.characters += textOf(item.output).length
  }
  for (const part of objectsIn(item.content)) {
    const text = textOf(part.text) || textOf(part.transcript)
    conversation.characters += text.length
    conversation.audioBytes += Buffer.byteLength(textOf(part.audio), 'base64')
    if (item.role === 'user') {
      conversation.prompt = text
      conversation.results = []
    }
  }
  announceItem(conversation, item)
}

export function announceItem({ isBeta, send }: Conversation, item: JsonObject): void {
  const types = isBeta ? ['conversation.item.created'] : ['conversation.item.added', 'conversation.item.done']
  for (const type of types) send({ type, previous_item_id: null, item })
}

export const problem = (message: string, code: string, event?: JsonObject): RealtimeEvent => ({
  type: 'error',
  error: { type: 'invalid_request_error', code, message, param: null, event_id: event?.event_id ?? null },
})
