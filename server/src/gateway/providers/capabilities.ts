import type { ChannelType } from '@turnpike/contract/channel-types'

/** What channels of a type can be asked for. */
export type Capability =
  | 'chat'
  | 'stream'
  | 'tools'
  | 'vision'
  | 'reasoning'
  | 'json'
  | 'embeddings'
  | 'images'
  | 'speech'
  | 'transcriptions'
  | 'rerank'
  | 'models'
  | 'balance'

const talk = ['chat', 'stream', 'tools'] as const
const think = [...talk, 'vision', 'reasoning', 'json'] as const

/**
 * What each channel type offers, known without loading its provider. Tests compare the table with the providers and prove every
 * entry on the mock upstream. A type without an entry cannot be called.
 */
export const capabilities: Readonly<Record<ChannelType, readonly Capability[]>> = {
  1: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models', 'balance'],
  2: [],
  3: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'models'],
  4: [...think, 'embeddings', 'images', 'models', 'balance'],
  5: [],
  8: [...think, 'embeddings', 'images', 'speech', 'transcriptions', 'rerank', 'models', 'balance'],
  11: [],
  14: [...think, 'models'],
  15: [...think, 'embeddings', 'images', 'rerank', 'models'],
  16: [],
  17: [...think, 'embeddings', 'images', 'speech', 'rerank', 'models'],
  18: [...talk, 'reasoning'],
  19: [],
  20: [],
  21: [],
  22: [],
  23: [...think, 'embeddings', 'models'],
  24: [...think, 'embeddings', 'images', 'models'],
  25: [...think, 'models', 'balance'],
  26: [],
  27: [],
  31: [],
  33: [],
  34: [],
  35: [],
  36: [],
  37: [],
  38: [],
  39: [],
  40: ['models', 'balance'],
  41: [],
  42: [...think, 'embeddings', 'speech', 'transcriptions', 'models'],
  43: [...talk, 'reasoning', 'json', 'models', 'balance'],
  45: [],
  47: [],
  48: [],
  1000: [],
  1001: [],
  1002: [],
  1003: [],
}
