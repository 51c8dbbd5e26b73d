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
  /** This format has no tools, though another one of the channel type has. */
  callsTools?: false
  /** The upstream's name for a model that can do what `model` cannot. */
  modelFor?: Partial<Record<'tools' | 'vision' | 'reasoning' | 'json', string>>
  /** Client formats that are translated, beside OpenAI's chat and beside those the provider takes as they are. */
  translates?: ChatFormatName[]
  /** The upstream says nothing of usage, so that every answer is charged by our own count. */
  tellsUsage?: false
  /** A stream tells the tokens of its prompt with its first event: in every format, or in these. */
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
  /** How many requests the question becomes, where the upstream answers a part of it at a time. */
  requests?: number
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

/** The upstream does not say how long a recording is. */
const transcriptionWithoutSeconds: SingleQuestion = { ...transcriptionByLength, countedFractional: undefined }

const ofTwoHalves = (name: string) => `${name}.secret`

const zhipuRow: ProviderRow = {
  keyOf: ofTwoHalves,
  vendor: 'zhipu',
  chat: { model: 'glm-4.5-air', tellsPromptFirst: ['messages'] },
  single: {
    embeddings: [as('embedding-3', embedding)],
    images: [as('cogview-4', picture), { ...as('cogview-4', threePictures), requests: 3 }],
    rerank: [as('rerank', ranking)],
  },
}

/**
 * One row for every channel type. A type whose provider is `unsupported` says so; a type that gets a provider needs a row
 * here, and `registry.test.ts` names the operations that the row lacks.
 */
export const providerRows: Record<ChannelType, ProviderRow | readonly ProviderRow[] | 'unsupported'> = {
  1: {
    vendor: 'openai',
    chat: {
      model: 'gpt-4o',
      responsesModel: 'codex-mini-latest',
      translates: ['messages', 'gemini'],
      modelFor: { reasoning: 'gpt-5' },
    },
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
    chat: { model: 'gpt-4o', responsesModel: 'codex-mini-latest', modelFor: { reasoning: 'gpt-5' } },
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
    chat: { model: 'llama3.1:8b', modelFor: { reasoning: 'qwen3:8b' } },
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
      chat: { model: 'ernie-5.1', modelFor: { reasoning: 'ernie-x1.1' } },
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
  16: [
    {
      variant: 'v3',
      keyOf: ofTwoHalves,
      vendor: 'zhipu',
      chat: { model: 'chatglm_turbo', modelFor: { tools: 'glm-4.5-air' } },
    },
    { ...zhipuRow, variant: 'v4' },
  ],
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
    { vendor: 'spark', chat: { model: 'Spark-Max', modelFor: { reasoning: 'spark-x' } } },
    {
      variant: 'WebSocket',
      vendor: 'spark',
      keyOf: (name) => `app-id|secret-of-${name}|${name}`,
      chat: { model: 'Spark-Max', modelFor: { reasoning: 'spark-x' }, endsWithLastEvent: true },
    },
  ],
  19: {
    vendor: 'zhinao',
    chat: { model: '360gpt2-pro', modelFor: { reasoning: '360zhinao2-o1' } },
    single: { embeddings: [as('embedding_s1_v1', embedding)] },
  },
  20: {
    vendor: 'openrouter',
    chat: { model: 'anthropic/claude-sonnet-5' },
    single: {
      embeddings: [as('qwen/qwen3-embedding-8b', embedding)],
      rerank: [as('cohere/rerank-v3.5', ranking)],
    },
  },
  21: [
    {
      vendor: 'aiproxy',
      chat: { model: 'gpt-4o', modelFor: { reasoning: 'gpt-5' } },
      single: {
        embeddings: openaiSingles.embeddings,
        images: [picture],
        speech: [speechByCharacter],
        transcriptions: [transcriptionByLength],
        translations: openaiSingles.translations,
        moderations: [freeModeration],
      },
    },
    {
      variant: 'library',
      vendor: 'aiproxy-library',
      channel: { other: 'lib-7' },
      chat: { model: 'gpt-4o', tellsUsage: false, callsTools: false },
    },
  ],
  22: { vendor: 'fastgpt', chat: { model: 'fastgpt', tellsUsage: false } },
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
    chat: { model: 'gemini-2.0-flash', tellsPromptFirst: true, modelFor: { reasoning: 'gemini-2.5-flash' } },
    single: {
      embeddings: [
        as('gemini-embedding-2', embedding, freeEmbeddings),
        as('gemini-embedding-2', geminiEmbedding, freeEmbeddings),
      ],
      images: [as('imagen-4.0-generate-001', picture), as('gemini-2.0-flash-preview-image-generation', drawnPicture)],
    },
  },
  25: { vendor: 'moonshot', chat: { model: 'kimi-k2-0905-preview', modelFor: { reasoning: 'kimi-k3' } } },
  26: zhipuRow,
  27: { vendor: 'perplexity', chat: { model: 'sonar', modelFor: { reasoning: 'sonar-reasoning-pro' } } },
  31: { vendor: 'yi', chat: { model: 'yi-lightning', modelFor: { tools: 'yi-large-fc', vision: 'yi-vision-v2' } } },
  33: 'unsupported',
  34: {
    vendor: 'cohere',
    chat: { model: 'command-a-03-2025', modelFor: { reasoning: 'command-a-reasoning-08-2025' } },
    single: {
      embeddings: [as('embed-v4.0', embedding)],
      rerank: [ranking],
      transcriptions: [as('cohere-transcribe-03-2026', transcriptionWithoutSeconds)],
    },
  },
  35: {
    vendor: 'minimax',
    keyOf: (name) => `${name}|1234567`,
    chat: {
      model: 'MiniMax-Text-01',
      tellsPromptFirst: ['messages'],
      modelFor: { vision: 'MiniMax-M3', reasoning: 'MiniMax-M3' },
    },
    single: {
      embeddings: [as('embo-01', embedding)],
      images: [as('image-01', picture), as('image-01', threePictures)],
      speech: [as('speech-2.8-hd', speechInJson)],
    },
  },
  36: 'unsupported',
  37: 'unsupported',
  38: {
    vendor: 'jina',
    single: { embeddings: [as('jina-embeddings-v3', embedding)], rerank: [as('jina-reranker-v3', ranking)] },
  },
  39: {
    vendor: 'cloudflare',
    channel: { other: 'acc1' },
    chat: { model: '@cf/meta/llama-3.1-8b-instruct' },
    single: {
      embeddings: [as('@cf/baai/bge-base-en-v1.5', embedding)],
      images: [
        as('@cf/black-forest-labs/flux-1-schnell', picture),
        as('@cf/bytedance/stable-diffusion-xl-lightning', picture),
      ],
      rerank: [as('@cf/baai/bge-reranker-base', ranking)],
      speech: [as('@cf/deepgram/aura-1', speechByCharacter), as('@cf/myshell-ai/melotts', speechInJson)],
      transcriptions: [
        as('@cf/openai/whisper', transcriptionWithoutSeconds),
        as('@cf/openai/whisper-large-v3-turbo', transcriptionWithoutSeconds),
      ],
      translations: [as('@cf/openai/whisper-large-v3-turbo', { ...translation, body: transcriptionByLength.body })],
    },
  },
  40: {
    vendor: 'siliconcloud',
    chat: { model: 'Qwen/Qwen3-8B' },
    single: {
      embeddings: [as('BAAI/bge-m3', embedding)],
      images: [as('Kwai-Kolors/Kolors', picture)],
      speech: [as('FunAudioLLM/CosyVoice2-0.5B', speechByCharacter)],
      transcriptions: [as('FunAudioLLM/SenseVoiceSmall', transcriptionByLength)],
      rerank: [as('BAAI/bge-reranker-v2-m3', ranking)],
    },
  },
  41: 'unsupported',
  42: {
    vendor: 'mistral',
    chat: {
      model: 'mistral-large-latest',
      defects: unnoticedErrors,
      modelFor: { reasoning: 'magistral-medium-latest' },
    },
    single: {
      embeddings: [as('mistral-embed', embedding)],
      speech: [as('voxtral-mini-tts-2603', speechInJson, { 'next channel': unnoticedErrors['next channel'] })],
      transcriptions: [as('voxtral-mini-latest', transcriptionByTokens, chargedErrors)],
      moderations: [as('mistral-moderation-latest', moderationByCall)],
    },
  },
  43: { vendor: 'deepseek', chat: { model: 'deepseek-chat' } },
  45: {
    vendor: 'volcengine',
    chat: { model: 'doubao-seed-1-8-251228' },
    single: {
      embeddings: [as('doubao-embedding-text-240715', embedding)],
      images: [as('doubao-seedream-4-5-251128', picture)],
    },
  },
  47: {
    vendor: 'xinference',
    chat: { model: 'qwen3' },
    single: {
      embeddings: [as('bge-m3', embedding)],
      images: [as('sd3-medium', picture)],
      speech: [as('CosyVoice2-0.5B', speechByCharacter)],
      transcriptions: [as('whisper-large-v3', transcriptionByLength)],
      translations: [as('whisper-large-v3', translation)],
      rerank: [as('bge-reranker-v2-m3', ranking)],
    },
  },
  48: {
    vendor: 'xai',
    chat: { model: 'grok-4.5' },
    single: { images: [as('grok-imagine-image', picture)] },
  },
  1000: {
    vendor: 'groq',
    chat: { model: 'llama-3.3-70b-versatile' },
    single: {
      speech: [as('canopylabs/orpheus-v1-english', speechByCharacter)],
      transcriptions: [as('whisper-large-v3', transcriptionByLength)],
      translations: [as('whisper-large-v3', translation)],
    },
  },
  1001: {
    vendor: 'together',
    chat: { model: 'Qwen/Qwen3-235B-A22B-Instruct-2507-tput' },
    single: {
      embeddings: [as('BAAI/bge-large-en-v1.5', embedding)],
      images: [as('black-forest-labs/FLUX.1-schnell', picture)],
      speech: [as('cartesia/sonic-2', speechByCharacter)],
      transcriptions: [as('openai/whisper-large-v3', transcriptionByLength)],
      translations: [as('openai/whisper-large-v3', translation)],
      rerank: [as('Salesforce/Llama-Rank-V1', ranking)],
    },
  },
  1002: {
    vendor: 'fireworks',
    chat: { model: 'accounts/fireworks/models/qwen3-235b-a22b' },
    single: {
      embeddings: [as('fireworks/qwen3-embedding-8b', embedding)],
      rerank: [as('fireworks/qwen3-reranker-8b', ranking)],
    },
  },
  1003: {
    vendor: 'lmstudio',
    chat: { model: 'qwen/qwen3-8b' },
    single: { embeddings: [as('text-embedding-nomic-embed-text-v1.5', embedding)] },
  },
}
