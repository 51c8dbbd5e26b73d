import type { ChannelType } from '@turnpike/contract/channel-types'
import type { Capability } from '@turnpike/contract/routing/channel-capabilities'

const talk = ['chat', 'stream', 'tools'] as const
const think = [...talk, 'vision', 'reasoning', 'json'] as const

/**
 * The features of each channel type, known without loading its provider. Tests compare the table with the providers and
 * prove every entry on the mock upstream. A type without an entry cannot be called.
 */
export const capabilities: Readonly<Record<ChannelType, readonly Capability[]>> = {
  1: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models', 'balance'],
  2: ['drawing'],
  3: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'models'],
  4: [...think, 'embeddings', 'images', 'models', 'balance'],
  5: ['drawing'],
  8: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models', 'balance'],
  11: ['chat', 'stream', 'embeddings', 'models'],
  14: [...think, 'models'],
  15: [...think, 'embeddings', 'images', 'rerank', 'models'],
  16: [...think, 'embeddings', 'images', 'rerank'],
  17: [...think, 'embeddings', 'images', 'speech', 'rerank', 'models'],
  18: [...talk, 'reasoning', 'json'],
  19: [...talk, 'reasoning', 'json', 'embeddings', 'models'],
  20: [...think, 'embeddings', 'rerank', 'models', 'balance'],
  21: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'models', 'balance'],
  22: ['chat', 'stream', 'vision'],
  23: [...think, 'embeddings', 'models'],
  24: [...think, 'embeddings', 'images', 'models'],
  25: [...think, 'models', 'balance'],
  26: [...think, 'embeddings', 'images', 'rerank'],
  27: [...think],
  31: [...talk, 'vision', 'json', 'models'],
  33: [...think, 'embeddings', 'models'],
  34: [...think, 'embeddings', 'transcriptions', 'rerank', 'models'],
  35: [...think, 'embeddings', 'images', 'speech', 'models'],
  36: ['music'],
  37: ['chat', 'stream', 'vision', 'reasoning', 'models'],
  38: ['embeddings', 'rerank'],
  39: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models'],
  40: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models', 'balance'],
  41: [...think, 'embeddings', 'images', 'models'],
  42: [...think, 'embeddings', 'speech', 'transcriptions', 'models'],
  43: [...think, 'models', 'balance'],
  45: [...think, 'embeddings', 'images', 'models'],
  47: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models'],
  48: [...think, 'images', 'models'],
  49: [],
  58: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models', 'balance'],
  59: [...think, 'embeddings', 'images', 'models', 'balance'],
  60: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models', 'balance'],
  1000: [...think, 'speech', 'transcriptions', 'models'],
  1001: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models'],
  1002: [...think, 'embeddings', 'rerank', 'models'],
  1003: [...think, 'embeddings', 'models'],
  1004: [...think, 'models'],
  1005: [...think, 'embeddings', 'models'],
  1006: [...think, 'models'],
  1007: [...think, 'embeddings', 'transcriptions', 'rerank', 'models'],
  1008: [...think, 'embeddings', 'rerank', 'models'],
}
