import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { midjourney } from './midjourney.ts'
import { models } from './models.ts'
import { audio, images } from './openai-media.ts'
import { chat, vectors } from './openai-text.ts'
import type { Operation, OperationGroup } from './operation.ts'
import { suno } from './suno.ts'
import { videos } from './videos.ts'

/** Every request that a program can send with an API key, grouped as in the API reference. */
export const relayReference: readonly OperationGroup[] = [
  chat,
  anthropic,
  gemini,
  images,
  audio,
  vectors,
  models,
  videos,
  midjourney,
  suno,
]

export const relayOperations: readonly Operation[] = relayReference.flatMap(({ operations }) => operations)
