import type { ChannelType } from '@turnpike/contract/channel-types'
import type { MockUpstream } from '../../../../mock-upstream/server.ts'
import type { VendorName } from '../../../../mock-upstream/vendors.ts'
import type { SingleKind } from '../../../src/gateway/providers/provider.ts'
import type { GivenChannel } from '../../harness/relay-harness.ts'
import type { ChatFormatName } from './chat-formats.ts'
import {
  drawnPicture,
  editedPicture,
  embedding,
  freeModeration,
  geminiEmbedding,
  largePicture,
  moderationByCall,
  picture,
  pictureEvents,
  pictureOfTokens,
  ranking,
  type SingleQuestion,
  speechByCharacter,
  speechByLength,
  speechEvents,
  speechInJson,
  threePictures,
  transcriptionByLength,
  transcriptionByTokens,
  transcriptionEvents,
  translation,
} from './single-questions.ts'

/** What the suite must know of a provider to drive it. What it can do, the registry says. */
export type ProviderRow = {
  /** The name of the format, where channels of one type speak several. */
  variant?: string
  /** The channel's key, made from the name by which the mock vendor knows the account. Absent: the name is the key. */
  keyOf?(name: string): string
  /** The mock vendor that speaks its wire format. */
  vendor: VendorName
  /** Fields of its channels, beside type, key, models and address. */
  channel?: GivenChannel
  chat?: ChatRow
  single?: Partial<Record<SingleKind, SingleRow[]>>
  /** The model of a realtime session. */
  realtime?: string
}

export type ChatRow = {
  /** The upstream's name for a model. */
  model: string
  /** The upstream's name for a model that it takes only in the form of Responses. */
  responsesModel?: string
  /** Client formats that are translated, beside OpenAI's chat and beside those the provider takes as they are. */
  translates?: ChatFormatName[]
  /** The upstream says nothing of usage, so that every answer is charged by our own count. */
  tellsUsage?: false
  /** A stream tells the tokens of its prompt with its first event; a list names the formats in which it does. */
  tellsPromptFirst?: true | readonly ChatFormatName[]
  /** A stream is over with its last event, whether or not the connection is. */
  endsWithLastEvent?: true
  defects?: Defects
  address?: Address
}
/**
 * Variants of tests that fail for a known defect of the gateway, with the reason. They are run, and must fail: a mended
 * defect is taken out of its row.
 */
export type Defects = Partial<
  Record<'usage' | 'hang-up' | 'cost of a failure' | 'next channel' | 'broken stream', Variants>
>
export type Variants = Readonly<Record<string, string>>

export type SingleRow = SingleQuestion & {
  /** The upstream's name for the model, where it is not the client's. */
  upstreamModel?: string
  defects?: Defects
  address?: Address
}

/** Where a channel leads, if not to the vendor's base URL. */
type Address = (mock: MockUpstream) => string

const as = (upstreamModel: string, question: SingleQuestion, defects?: Defects): SingleRow => ({
  ...question,
  upstreamModel,
  ...(defects && { defects }),
})

/** An error that is not in a field `error` is not noticed in a 200. */
const unnoticedErrors: Defects = {
  'next channel': { 'an error in a 200': 'is taken for an answer that cannot be read' },
}

const chargedErrors: Defects = {
  'cost of a failure': { 'an error in a 200': 'is passed on and charged as a transcript' },
  'next channel': { 'an error in a 200': 'is passed on and charged as a transcript' },
}
/** Counts that Gemini reports and that are none are read as 0, and 0 is charged. */
const freeEmbeddings: Defects = {
  usage: Object.fromEntries(
    ['zero', 'negative', 'fractional', 'string'].map((variant) => [variant, 'the embedding costs nothing']),
  ),
}

/** What an upstream is asked that has all of OpenAI's addresses. */
const openaiSingles = {
  embeddings: [as('text-embedding-3-small', embedding)],
  images: [picture, largePicture, threePictures, pictureOfTokens, pictureEvents],
  image_edits: [editedPicture],
  speech: [speechByCharacter, speechByLength, speechEvents],
  transcriptions: [transcriptionByLength, transcriptionByTokens, transcriptionEvents],
  translations: [translation],
  moderations: [freeModeration, as('omni-moderation-latest', moderationByCall)],
  rerank: [ranking],
} satisfies Partial<Record<SingleKind, SingleRow[]>>

/** A custom channel's address is the whole address: here, that of OpenAI's own for this kind of question. */
const atAddress = (rows: SingleRow[]): SingleRow[] =>
  rows.map((row) => ({ ...row, address: (mock) => mock.url + row.path }))

/**
 * One row for every channel type. A type whose provider is `unsupported` says so; a type that gets a provider needs a row
 * here, and `registry.test.ts` names the operations that the row lacks.
 */
export const providerRows: Record<ChannelType, ProviderRow | readonly ProviderRow[] | 'unsupported'> = {
  1: {
    vendor: 'openai',
    chat: { model: 'gpt-4o', responsesModel: 'codex-mini-latest', translates: ['messages', 'gemini'] },
    single: {
      ...openaiSingles,
      embeddings: [...openaiSingles.embeddings, as('text-embedding-3-small', geminiEmbedding)],
    },
    realtime: 'gpt-realtime',
  },
  2: 'unsupported',
  3: {
    vendor: 'azure',
    channel: { other: '2025-04-01-preview' },
    chat: { model: 'gpt-4o', responsesModel: 'codex-mini-latest' },
    single: {
      embeddings: openaiSingles.embeddings,
      images: [picture, pictureOfTokens, pictureEvents],
      image_edits: openaiSingles.image_edits,
      speech: openaiSingles.speech,
      transcriptions: openaiSingles.transcriptions,
      translations: openaiSingles.translations,
    },
    realtime: 'gpt-realtime',
  },
  4: {
    vendor: 'ollama',
    chat: { model: 'llama3.1:8b' },
    single: { embeddings: [as('nomic-embed-text', embedding)], images: [as('x/flux', picture)] },
  },
  5: 'unsupported',
  8: {
    vendor: 'custom',
    chat: {
      model: 'house-model',
      tellsUsage: false,
      defects: unnoticedErrors,
      address: (mock) => `${mock.urlOf('custom')}/talk/{model}`,
    },
    single: {
      embeddings: atAddress(openaiSingles.embeddings),
      images: atAddress([picture, pictureOfTokens]),
      image_edits: atAddress(openaiSingles.image_edits),
      speech: atAddress([speechByCharacter, speechEvents]),
      transcriptions: atAddress([transcriptionByTokens]),
      translations: atAddress(openaiSingles.translations),
      moderations: atAddress([freeModeration]),
      rerank: atAddress(openaiSingles.rerank),
    },
  },
  11: 'unsupported',
  14: {
    vendor: 'anthropic',
    chat: { model: 'claude-sonnet-4-5', tellsPromptFirst: true, translates: ['responses'] },
  },
  15: [
    {
      vendor: 'baidu',
      keyOf: (name) => `bce-v3/ALTAK-${name}/secret`,
      chat: { model: 'ernie-5.1' },
      single: {
        embeddings: [as('embedding-v1', embedding)],
        rerank: [as('bce-reranker-base', ranking)],
        images: [as('irag-1.0', picture)],
        image_edits: [as('ernie-irag-edit', { ...editedPicture, cost: editedPicture.counted ?? 0 })],
      },
    },
    {
      variant: 'V1',
      vendor: 'baidu-v1',
      keyOf: (name) => `${name}|secret`,
      chat: { model: 'ERNIE-4.0-8K' },
      single: { embeddings: [as('Embedding-V1', embedding)] },
    },
  ],
  16: 'unsupported',
  17: [
    {
      vendor: 'qwen',
      chat: { model: 'qwen-plus', tellsPromptFirst: ['messages'] },
      single: {
        embeddings: [as('text-embedding-v4', embedding)],
        images: [as('qwen-image', picture)],
        // The upstream tells the number of pictures, and no tokens.
        image_edits: [as('qwen-image-edit', { ...editedPicture, cost: editedPicture.counted ?? 0 })],
        speech: [as('qwen3-tts-flash', speechInJson)],
        rerank: [as('qwen3-rerank', ranking), as('gte-rerank-v2', ranking)],
      },
    },
    {
      variant: 'native',
      vendor: 'qwen',
      channel: { setting: { dashscope_native: true } },
      chat: { model: 'qwen-plus', tellsPromptFirst: true },
    },
  ],
  18: [
    { vendor: 'spark', chat: { model: 'Spark-Max' } },
    {
      variant: 'WebSocket',
      vendor: 'spark',
      keyOf: (name) => `app-id|secret-of-${name}|${name}`,
      chat: { model: 'Spark-Max', endsWithLastEvent: true },
    },
  ],
  19: 'unsupported',
  20: 'unsupported',
  21: 'unsupported',
  22: 'unsupported',
  23: [
    { vendor: 'hunyuan', chat: { model: 'hy3', tellsPromptFirst: ['messages'] } },
    {
      variant: 'native',
      vendor: 'hunyuan-native',
      keyOf: (name) => `1300000000|${name}|secret-of-${name}`,
      chat: { model: 'hunyuan-lite', tellsPromptFirst: true },
      single: { embeddings: [as('hunyuan-embedding', embedding)] },
    },
  ],
  24: {
    vendor: 'gemini',
    chat: { model: 'gemini-2.0-flash', tellsPromptFirst: true },
    single: {
      embeddings: [
        as('gemini-embedding-2', embedding, freeEmbeddings),
        as('gemini-embedding-2', geminiEmbedding, freeEmbeddings),
      ],
      images: [as('imagen-4.0-generate-001', picture), as('gemini-2.0-flash-preview-image-generation', drawnPicture)],
    },
  },
  25: { vendor: 'moonshot', chat: { model: 'kimi-k2-0905-preview' } },
  26: 'unsupported',
  27: 'unsupported',
  31: 'unsupported',
  33: 'unsupported',
  34: 'unsupported',
  35: 'unsupported',
  36: 'unsupported',
  37: 'unsupported',
  38: 'unsupported',
  39: 'unsupported',
  40: { vendor: 'siliconcloud' },
  41: 'unsupported',
  42: {
    vendor: 'mistral',
    chat: { model: 'mistral-large-latest', defects: unnoticedErrors },
    single: {
      embeddings: [as('mistral-embed', embedding)],
      speech: [as('voxtral-mini-tts-2603', speechInJson, { 'next channel': unnoticedErrors['next channel'] })],
      transcriptions: [as('voxtral-mini-latest', transcriptionByTokens, chargedErrors)],
      moderations: [as('mistral-moderation-latest', moderationByCall)],
    },
  },
  43: { vendor: 'deepseek', chat: { model: 'deepseek-chat' } },
  45: 'unsupported',
  47: 'unsupported',
  48: 'unsupported',
  1000: 'unsupported',
  1001: 'unsupported',
  1002: 'unsupported',
  1003: 'unsupported',
}
