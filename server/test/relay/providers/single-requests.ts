import { countTokens as olderTokens } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { splitText } from '../../../../mock-upstream/model/split-text.ts'
import { charge } from '../charge.ts'
import { givenWav } from '../given-wav.ts'

/** One request that is not a chat, and what it costs by the price book, worked out here. */
export type SingleRequest = {
  name: string
  path: string
  /** The client's name for the model, which is what has a price. */
  model: string
  body(): object | FormData
  headers?(key: string): Record<string, string>
  cost: number
  /** The cost by our own count, for a response that reports no usage we can believe; absent where the price needs no usage. */
  counted?: number
  /** The cost with half a second more, where the upstream reports seconds: they need not be whole. */
  countedFractional?: number
  /** The charge of a client that leaves before the response begins. */
  abandoned: number
  /** What a client pays that leaves behind the first piece, where that is more. */
  begun?: number
  /** What a client pays that leaves when only the end is missing, where that is more. */
  delivered?: number
  /** How a response arrives that is relayed while it arrives. */
  passesThrough?: 'events' | 'sound'
}

/** Prices of the models that have none in the price book. */
export const singlePrices = {
  ModelRatio: { 'text-embedding-3-by-token': 1.75 },
  ModelPrice: { 'moderation-by-call': 0.013 },
}

const text = 'The quick brown fox jumps over the lazy dog.'
/** As the mock upstream counts. */
const tokens = Math.ceil(text.length / 4)
/** As the gateway estimates a prompt. */
const estimate = Math.ceil(text.length / 3)
/** What a picture made of tokens takes where the upstream does not say: of low quality, and of none in particular. */
const pictureTokens = { low: 272, usual: 1584 }
const recordingSeconds = 6.2
const recording = givenWav(recordingSeconds)
const file = () => new File([new Uint8Array(recording)], 'talk.wav', { type: 'audio/wav' })

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}
const dollars = (amount: string, ...factors: string[]) => charge([[1, amount]], '500000', ...factors)
/** A minute of sound is a thousand tokens, and a second begun is a second. */
const soundTokens = (seconds: number) => Math.round((Math.ceil(seconds) / 60) * 1000)
const recordingTokens = soundTokens(recordingSeconds)

const embeddingModel = 'text-embedding-3-by-token'
const embeddingCost = {
  cost: charge([[tokens * 2, '1']], '1.75'),
  counted: charge([[olderTokens(text) * 2, '1']], '1.75'),
  abandoned: charge([[olderTokens(text) * 2, '1']], '1.75'),
}

export const embedding: SingleRequest = {
  name: 'an embedding',
  path: '/v1/embeddings',
  model: embeddingModel,
  body: () => ({ model: embeddingModel, input: [text, text] }),
  ...embeddingCost,
}

/** The same texts as a Gemini client requests them. */
export const geminiEmbedding: SingleRequest = {
  name: 'an embedding in Gemini’s format',
  path: `/v1beta/models/${embeddingModel}:batchEmbedContents`,
  model: embeddingModel,
  body: () => {
    const request = { model: `models/${embeddingModel}`, content: { parts: [{ text }] } }
    return { requests: [request, request] }
  },
  headers: (key) => ({ 'x-goog-api-key': key }),
  ...embeddingCost,
}

export const picture: SingleRequest = {
  name: 'a picture of the usual size',
  path: '/v1/images/generations',
  model: 'dall-e-3',
  body: () => ({ model: 'dall-e-3', prompt: text }),
  cost: dollars('0.04'),
  abandoned: dollars('0.04'),
}

export const largePicture: SingleRequest = {
  name: 'a large picture of high quality',
  path: '/v1/images/generations',
  model: 'dall-e-3',
  body: () => ({ model: 'dall-e-3', prompt: text, size: '1024x1792', quality: 'hd' }),
  cost: dollars('0.04', '2', '1.5'),
  abandoned: dollars('0.04', '2', '1.5'),
}

export const threePictures: SingleRequest = {
  name: 'small pictures, three of them',
  path: '/v1/images/generations',
  model: 'dall-e-2',
  body: () => ({ model: 'dall-e-2', prompt: text, size: '512x512', n: 3 }),
  cost: dollars('0.02', '0.45', '3'),
  abandoned: dollars('0.02', '0.45', '3'),
}

function pictureCost(output: number): number {
  return charge(
    [
      [estimate, '1'],
      [output, '8'],
    ],
    '2.5',
  )
}

const pictureOfTokensCost = {
  cost: charge(
    [
      [tokens, '1'],
      [272, '8'],
    ],
    '2.5',
  ),
  counted: pictureCost(pictureTokens.low),
  abandoned: charge([[estimate, '1']], '2.5'),
}

export const pictureOfTokens: SingleRequest = {
  name: 'a picture made of tokens',
  path: '/v1/images/generations',
  model: 'gpt-image-1',
  body: () => ({ model: 'gpt-image-1', prompt: text, quality: 'low' }),
  ...pictureOfTokensCost,
}

export const pictureEvents: SingleRequest = {
  name: 'a picture made of tokens, as events',
  path: '/v1/images/generations',
  model: 'gpt-image-1',
  body: () => ({ model: 'gpt-image-1', prompt: text, quality: 'low', stream: true, partial_images: 2 }),
  ...pictureOfTokensCost,
  // A partial picture costs as a drawn one, and a hundred tokens besides.
  begun: pictureCost(pictureTokens.low + 100),
  delivered: pictureOfTokensCost.cost,
  passesThrough: 'events',
}

/** Drawn by a model that also talks: its mock repeats the prompt beside a picture of 1290 tokens. */
export const drawnPicture: SingleRequest = {
  name: 'a picture made of tokens',
  path: '/v1/images/generations',
  model: 'gpt-image-1',
  body: () => ({ model: 'gpt-image-1', prompt: text }),
  ...pictureOfTokensCost,
  counted: pictureCost(pictureTokens.usual),
  cost: charge(
    [
      [tokens, '1'],
      [tokens, '8'],
      [1290, '8'],
    ],
    '2.5',
  ),
}

export const editedPicture: SingleRequest = {
  name: 'an edited picture',
  path: '/v1/images/edits',
  model: 'gpt-image-1',
  body: () =>
    form({
      model: 'gpt-image-1',
      prompt: text,
      quality: 'low',
      image: new File(['x'], 'a.png', { type: 'image/png' }),
    }),
  ...pictureOfTokensCost,
  cost: charge(
    [
      [tokens, '1'],
      [323, '2'],
      [272, '8'],
    ],
    '2.5',
  ),
}

const longText = `${text} 早上好 👋`
export const speechByCharacter: SingleRequest = {
  name: 'speech by the character',
  path: '/v1/audio/speech',
  model: 'tts-1',
  body: () => ({ model: 'tts-1', input: longText, voice: 'alloy' }),
  cost: charge([[text.length + 6, '1']], '7.5'),
  abandoned: charge([[text.length + 6, '1']], '7.5'),
  passesThrough: 'sound',
}

/** Speech that the upstream wraps in JSON is no sound on its way. */
export const speechInJson: SingleRequest = { ...speechByCharacter, passesThrough: undefined }

// The mock speaks a tenth of a second for each of the nine words.
const spokenCost = charge(
  [
    [countTokens(text), '1'],
    [soundTokens(0.9), '20'],
  ],
  '0.3',
)

export const speechByLength: SingleRequest = {
  name: 'speech by tokens and length',
  path: '/v1/audio/speech',
  model: 'gpt-4o-mini-tts',
  body: () => ({ model: 'gpt-4o-mini-tts', input: text, voice: 'alloy', response_format: 'wav' }),
  cost: spokenCost,
  abandoned: charge([[countTokens(text), '1']], '0.3'),
  begun: spokenCost,
  delivered: spokenCost,
  passesThrough: 'sound',
}

// Two tokens for every piece of 4 KiB: nine tenths of a second at 24 kHz are eleven of them.
const reportedSpeechCost = charge(
  [
    [tokens, '1'],
    [22, '20'],
  ],
  '0.3',
)

export const speechEvents: SingleRequest = {
  name: 'speech by tokens, as events',
  path: '/v1/audio/speech',
  model: 'gpt-4o-mini-tts',
  body: () => ({
    model: 'gpt-4o-mini-tts',
    input: text,
    voice: 'alloy',
    response_format: 'wav',
    stream_format: 'sse',
  }),
  cost: reportedSpeechCost,
  counted: spokenCost,
  abandoned: charge([[countTokens(text), '1']], '0.3'),
  begun: spokenCost,
  delivered: reportedSpeechCost,
  passesThrough: 'events',
}

export const transcriptionByLength: SingleRequest = {
  name: 'a transcription by its length',
  path: '/v1/audio/transcriptions',
  model: 'whisper-1',
  body: () => form({ model: 'whisper-1', file: file() }),
  cost: charge([[recordingTokens, '1']], '3'),
  countedFractional: charge([[soundTokens(Math.ceil(recordingSeconds) + 0.5), '1']], '3'),
  abandoned: charge([[recordingTokens, '1']], '3'),
}

const heard = `Heard ${recording.length} bytes of audio/wav from talk.wav.`
/** The recording by our own count, and the text of it that came. */
const heardCost = (received: string) =>
  charge(
    [
      [recordingTokens, '1'],
      [countTokens(received), '4'],
    ],
    '1.25',
  )

/** The mock hears ten tokens a second, at 16,000 bytes a second, and says what it heard. */
const transcribedCost = {
  cost: charge(
    [
      [Math.ceil(recording.length / 16_000) * 10, '1'],
      [Math.ceil(heard.length / 4), '4'],
    ],
    '1.25',
  ),
  counted: charge([[recordingTokens, '1']], '1.25'),
  abandoned: charge([[recordingTokens, '1']], '1.25'),
}

export const transcriptionByTokens: SingleRequest = {
  name: 'a transcription by tokens',
  path: '/v1/audio/transcriptions',
  model: 'gpt-4o-transcribe',
  body: () => form({ model: 'gpt-4o-transcribe', file: file() }),
  ...transcribedCost,
}

export const transcriptionEvents: SingleRequest = {
  name: 'a transcription by tokens, as events',
  path: '/v1/audio/transcriptions',
  model: 'gpt-4o-transcribe',
  body: () => form({ model: 'gpt-4o-transcribe', file: file(), stream: 'true' }),
  ...transcribedCost,
  counted: heardCost(heard),
  begun: heardCost(splitText(heard)[0] ?? ''),
  delivered: transcribedCost.cost,
  passesThrough: 'events',
}

export const translation: SingleRequest = {
  name: 'a translation by its length',
  path: '/v1/audio/translations',
  model: 'whisper-1',
  body: () => form({ model: 'whisper-1', file: file(), response_format: 'text' }),
  cost: charge([[recordingTokens, '1']], '3'),
  abandoned: charge([[recordingTokens, '1']], '3'),
}

export const freeModeration: SingleRequest = {
  name: 'a moderation, which is free',
  path: '/v1/moderations',
  model: 'omni-moderation-latest',
  body: () => ({ input: text }),
  cost: 0,
  abandoned: 0,
}

export const moderationByCall: SingleRequest = {
  name: 'a moderation by the call',
  path: '/v1/moderations',
  model: 'moderation-by-call',
  body: () => ({ model: 'moderation-by-call', input: text }),
  cost: dollars('0.013'),
  abandoned: dollars('0.013'),
}

export const ranking: SingleRequest = {
  name: 'a ranking by the call',
  path: '/v1/rerank',
  model: 'rerank-v3.5',
  body: () => ({ model: 'rerank-v3.5', query: text, documents: [text, 'x'] }),
  cost: dollars('0.002'),
  abandoned: dollars('0.002'),
}
