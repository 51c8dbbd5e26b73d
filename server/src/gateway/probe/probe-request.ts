import type { ChatRequest, JsonObject } from '../forms/chat.ts'
import type { SingleKind } from '../providers/provider.ts'
import { bareModel, isReasoningModel } from '../translate/max-tokens-field.ts'

const greeting = 'hi'

/** Name patterns of models that do not chat; the first match counts. */
const kindOfName: [SingleKind, RegExp][] = [
  ['rerank', /rerank/i],
  ['embeddings', /embed|^m3e|bge-/i],
  ['moderations', /moderation/i],
  ['transcriptions', /whisper|transcribe/i],
  ['speech', /(?:^|-)tts(?:-|$)/i],
  ['images', /^dall-e|^gpt-image|^imagen-/i],
]

/** The kind of single request that a model serves; undefined for chat models. */
export const kindOfModel = (model: string): SingleKind | undefined =>
  kindOfName.find(([, name]) => name.test(bareModel(model)))?.[0]

/** One word in, one token out. */
export const tinyChat = (model: string): ChatRequest => ({
  model,
  messages: [{ role: 'user', content: greeting }],
  ...outputLimit(bareModel(model)),
})

/** Reasoning models refuse a limit without room for reasoning. */
function outputLimit(model: string): Pick<ChatRequest, 'max_tokens' | 'max_completion_tokens'> {
  if (isReasoningModel(model)) return { max_completion_tokens: 10 }
  return { max_tokens: model.startsWith('gemini-2.0-flash-thinking') ? 2 : 1 }
}

/** The cheapest request of each kind. */
export function tinyRequest(kind: SingleKind, model: string): JsonObject | FormData {
  if (kind === 'transcriptions') return silence(model)
  if (kind === 'rerank') return { model, query: greeting, documents: ['hello', 'goodbye'], top_n: 2 }
  if (kind === 'speech') return { model, input: greeting, voice: 'alloy' }
  if (kind === 'images') return { model, prompt: 'a dot', n: 1, ...cheapest(model) }
  return { model, input: greeting }
}

/** Pictures cost by size or by quality, whichever the model knows. */
function cheapest(model: string): JsonObject {
  if (model.startsWith('dall-e-2')) return { size: '256x256' }
  return model.startsWith('gpt-image') ? { quality: 'low' } : {}
}

const sampleRate = 8000
const headerBytes = 44

/** A fifth of a second of silence: the shortest recording that upstreams accept. */
function silence(model: string): FormData {
  const wav = Buffer.alloc(headerBytes + sampleRate / 5)
  const soundBytes = wav.length - headerBytes
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20) // uncompressed
  wav.writeUInt16LE(1, 22) // one channel
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34) // bits
  wav.write('data', 36)
  wav.writeUInt32LE(soundBytes, 40)
  wav.fill(0x80, headerBytes)
  const form = new FormData()
  form.append('model', model)
  form.append('file', new Blob([wav], { type: 'audio/wav' }), 'silence.wav')
  return form
}
