import { setTimeout } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Call } from '../../exchange/call.ts'
import { isObject, type JsonObject, parseObject, textOf } from '../../exchange/json.ts'
import type { Plan } from '../../faults/fault.ts'
import { tokensOf } from '../../model/count-tokens.ts'
import { splitText } from '../../model/split-text.ts'
import { addItem, type Conversation, createConversation, problem, type RealtimeEvent } from './conversation.ts'
import { respond } from './respond.ts'

type SessionStart = { call: Call; client: WebSocket; plan: Plan; isBeta: boolean; onEvent(event: JsonObject): void }

/** One realtime session, from its first event to its end. */
export function runSession({ call, client, plan, isBeta, onEvent }: SessionStart): void {
  const conversation = createConversation(call, isBeta, createSender(client, plan))
  const handle = createListener(conversation)
  conversation.send({ type: 'session.created', session: { ...conversation.settings } })
  client.on('message', (data) => {
    const event = parseObject(String(data))
    if (!event) return conversation.send(problem('Could not parse the event as JSON.', 'invalid_json'))
    onEvent(event)
    handle(event)
  })
}

/** Handles each event of the client. */
function createListener(conversation: Conversation): (event: JsonObject) => void {
  const { send, settings, nextId } = conversation
  let pending = Buffer.alloc(0)
  return (event) => {
    switch (event.type) {
      case 'session.update':
        Object.assign(settings, event.session)
        return send({ type: 'session.updated', session: { ...settings } })
      case 'conversation.item.create':
        return addItem(conversation, isObject(event.item) ? event.item : {})
      case 'input_audio_buffer.append':
        pending = Buffer.concat([pending, Buffer.from(textOf(event.audio), 'base64')])
        return
      case 'input_audio_buffer.clear':
        pending = Buffer.alloc(0)
        return send({ type: 'input_audio_buffer.cleared' })
      case 'input_audio_buffer.commit': {
        if (pending.length === 0)
          return send(
            problem('Error committing input audio buffer: buffer too small.', 'input_audio_buffer_commit_empty', event),
          )
        const id = nextId('item_')
        send({ type: 'input_audio_buffer.committed', previous_item_id: null, item_id: id })
        addItem(conversation, {
          id,
          type: 'message',
          role: 'user',
          content: [{ type: 'input_audio', audio: pending.toString('base64') }],
        })
        transcribe(conversation, id, pending.length)
        pending = Buffer.alloc(0)
        return
      }
      case 'response.create':
        return respond(conversation, isObject(event.response) ? event.response : {})
      case 'response.cancel':
        return send(problem('Cancellation failed: no active response found.', 'response_cancel_not_active', event))
      default:
        return send(problem(`Invalid value: '${event.type}'.`, 'invalid_value', event))
    }
  }
}

/** Sends events in order, with the delay of a fault, until a fault closes the connection. */
function createSender(client: WebSocket, plan: Plan): (event: RealtimeEvent) => void {
  let sent = 0
  let queue = Promise.resolve()
  const deliver = async (event: RealtimeEvent) => {
    if (plan.delay?.chunkMs !== undefined && sent > 0) await setTimeout(plan.delay.chunkMs)
    if (client.readyState !== client.OPEN) return
    if (plan.cut && sent >= (plan.cut.afterChunks ?? 0))
      return plan.cut.how === 'end' ? client.close(1000) : client.terminate()
    const failure = plan['error-event']
    if (failure && sent === (failure.afterChunks ?? 0)) {
      client.send(JSON.stringify(failure.body ?? problem('The server had an error.', 'server_error')))
    }
    client.send(JSON.stringify({ event_id: `event_${sent}`, ...event }))
    sent++
  }
  return (event) => {
    queue = queue.then(() => deliver(event))
  }
}

const bytesPerSecond = 48_000
const prefix = 'conversation.item.input_audio_transcription'

/** Sends a transcript that only has the duration, if the session enables transcription. */
function transcribe({ settings, call, send }: Conversation, item_id: string, bytes: number): void {
  const wanted = transcriptionOf(settings)
  const model = textOf(wanted?.model)
  if (model === '') return
  const seconds = bytes / bytesPerSecond
  const transcript = `Heard ${seconds} seconds.`
  const position = { item_id, content_index: 0 }
  for (const delta of splitText(transcript)) send({ type: `${prefix}.delta`, ...position, delta })
  const usage = call.usage(usageOf(model, seconds, transcript, textOf(wanted?.prompt)))
  send({ type: `${prefix}.completed`, ...position, transcript, usage })
}

/** Under the older name or the newer one. */
function transcriptionOf({ input_audio_transcription: older, audio }: JsonObject): JsonObject | undefined {
  const input = isObject(audio) && isObject(audio.input) ? audio.input : {}
  return [older, input.transcription].find(isObject)
}

function usageOf(model: string, seconds: number, transcript: string, prompt: string) {
  if (model === 'whisper-1') return { type: 'duration', seconds }
  const audio_tokens = Math.ceil(seconds * 10)
  const text_tokens = tokensOf(prompt.length)
  const output_tokens = tokensOf(transcript.length)
  return {
    type: 'tokens',
    total_tokens: audio_tokens + text_tokens + output_tokens,
    input_tokens: audio_tokens + text_tokens,
    input_token_details: { text_tokens, audio_tokens },
    output_tokens,
  }
}
