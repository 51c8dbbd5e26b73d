import { isObject, type JsonObject, textOf } from '../../exchange/json.ts'
import { tokensOf } from '../../model/count-tokens.ts'
import { splitText } from '../../model/split-text.ts'
import type { Conversation } from './conversation.ts'

const bytesPerSecond = 48_000
const prefix = 'conversation.item.input_audio_transcription'

/** Sends a transcript that only has the duration, if the session enables transcription. */
export function transcribe({ settings, call, send }: Conversation, item_id: string, bytes: number): void {
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
