import { noUsage, type Usage } from '../../../domain/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { badResponse } from './bad-response.ts'
import { openAiUsage } from './openai-usage.ts'

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number')

/** Clients of OpenAI's library ask for base64, and the library takes nothing else for an answer. */
function encode(vector: readonly number[], format: unknown): number[] | string {
  if (format !== 'base64') return [...vector]
  const floats = new DataView(new ArrayBuffer(vector.length * 4))
  for (const [index, value] of vector.entries()) floats.setFloat32(index * 4, value, true)
  return Buffer.from(floats.buffer).toString('base64')
}

/** Embeddings as OpenAI gives them: one entry for each text, in the encoding that was asked for. */
export function embeddingList(vectors: unknown, about: { model: string; format: unknown; usage?: Usage }): JsonObject {
  if (!Array.isArray(vectors) || !vectors.every(isVector)) throw badResponse('the upstream sent no embeddings')
  const { prompt_tokens, total_tokens } = openAiUsage(about.usage ?? noUsage)
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector, about.format) })),
    model: about.model,
    usage: { prompt_tokens, total_tokens },
  }
}
