import { type JsonObject, objectsIn, textOf } from '../../exchange/json.ts'
import { type Completion, completionFor } from '../../model/completion.ts'
import { splitText } from '../../model/split-text.ts'
import { silence } from '../sound.ts'
import { announceItem, type Conversation, type RealtimeEvent } from './conversation.ts'

const bytesPerSecond = 48_000

/** Responds to the conversation so far, with audio or text. */
export function respond(conversation: Conversation, wanted: JsonObject): void {
  const { call, send } = conversation
  const settings = { ...conversation.settings, ...wanted }
  const response = completionFor(
    {
      prompt: conversation.prompt,
      characters: conversation.characters + textOf(settings.instructions).length,
      media: [],
      tools: objectsIn(settings.tools).map((tool) => ({ name: textOf(tool.name), schema: tool.parameters })),
      results: conversation.results,
    },
    call.counts,
  )
  const id = conversation.nextId('resp_')
  const head = { object: 'realtime.response', id, status_details: null, metadata: null }
  const modalities = settings.modalities ?? settings.output_modalities
  const isSpoken = Array.isArray(modalities) && modalities.includes('audio') && response.calls.length === 0
  send({ type: 'response.created', response: { ...head, status: 'in_progress', output: [], usage: null } })
  const output =
    response.calls.length > 0
      ? sendCalls(conversation, response, id)
      : [sendMessage(conversation, response, id, isSpoken)]
  conversation.characters += response.text.length
  const usage = call.usage(usageOf(conversation, response, isSpoken))
  send({ type: 'response.done', response: { ...head, status: 'completed', output, usage } })
}

function sendMessage(
  conversation: Conversation,
  response: Completion,
  response_id: string,
  isSpoken: boolean,
): JsonObject {
  const { send, isBeta } = conversation
  const item = {
    id: conversation.nextId('item_'),
    object: 'realtime.item',
    type: 'message',
    status: 'completed',
    role: 'assistant',
  }
  const begun = { ...item, status: 'in_progress', content: [] }
  const kind = isSpoken ? 'audio' : 'text'
  // The older names lack the prefix `output_`.
  const type = isBeta ? kind : `output_${kind}`
  const part = isSpoken ? { type, transcript: response.text } : { type, text: response.text }
  const position = { response_id, item_id: item.id, output_index: 0, content_index: 0 }
  send({ type: 'response.output_item.added', response_id, output_index: 0, item: begun })
  announceItem(conversation, begun)
  send({
    type: 'response.content_part.added',
    ...position,
    part: isSpoken ? { type, transcript: '' } : { type, text: '' },
  })
  for (const event of isSpoken ? spokenEvents(type, response.text) : writtenEvents(type, response.text))
    send({ ...event, ...position })
  send({ type: 'response.content_part.done', ...position, part })
  const finished = { ...item, content: [part] }
  send({ type: 'response.output_item.done', response_id, output_index: 0, item: finished })
  return finished
}

const writtenEvents = (type: string, text: string): RealtimeEvent[] => [
  ...splitText(text).map((delta) => ({ type: `response.${type}.delta`, delta })),
  { type: `response.${type}.done`, text },
]

const spokenEvents = (type: string, transcript: string): RealtimeEvent[] => [
  ...splitText(transcript).flatMap((delta) => [
    { type: `response.${type}_transcript.delta`, delta },
    { type: `response.${type}.delta`, delta: silence('pcm', delta).toString('base64') },
  ]),
  { type: `response.${type}.done` },
  { type: `response.${type}_transcript.done`, transcript },
]

function sendCalls(conversation: Conversation, response: Completion, response_id: string): JsonObject[] {
  const { send, callNames } = conversation
  return response.calls.map(({ name, arguments: args }, output_index) => {
    const call_id = conversation.nextId('call_')
    callNames.set(call_id, name)
    const called = { object: 'realtime.item', type: 'function_call', call_id, name }
    const item = { id: conversation.nextId('item_'), ...called, status: 'completed', arguments: JSON.stringify(args) }
    const begun = { ...item, status: 'in_progress', arguments: '' }
    const position = { response_id, item_id: item.id, output_index, call_id }
    send({ type: 'response.output_item.added', response_id, output_index, item: begun })
    announceItem(conversation, begun)
    for (const delta of splitText(item.arguments))
      send({ type: 'response.function_call_arguments.delta', ...position, delta })
    send({ type: 'response.function_call_arguments.done', ...position, name, arguments: item.arguments })
    send({ type: 'response.output_item.done', response_id, output_index, item })
    return item
  })
}

/** A second of audio is ten input tokens or twenty output tokens. */
function usageOf({ audioBytes }: Conversation, { text, counts }: Completion, isSpoken: boolean) {
  const heard = Math.ceil((audioBytes / bytesPerSecond) * 10)
  const spoken = isSpoken ? Math.ceil((silence('pcm', text).length / bytesPerSecond) * 20) : 0
  const cached = {
    cached_tokens: counts.cached,
    cached_tokens_details: { text_tokens: counts.cached, audio_tokens: 0 },
  }
  return {
    total_tokens: counts.input + heard + counts.output + spoken,
    input_tokens: counts.input + heard,
    output_tokens: counts.output + spoken,
    input_token_details: { text_tokens: counts.input, audio_tokens: heard, ...cached },
    output_token_details: { text_tokens: counts.output, audio_tokens: spoken },
  }
}
