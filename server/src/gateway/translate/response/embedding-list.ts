import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { badResponse } from './bad-response.ts'
import { openAiUsage } from './openai-usage.ts'

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((component) => typeof component === 'number')

/** OpenAI's client library requests base64 by default and then cannot read numbers. */
function encode(vector: readonly number[], format: unknown): number[] | string {
  if (format !== 'base64') return [...vector]
  const floats = new DataView(new ArrayBuffer(vector.length * 4))
  for (const [index, value] of vector.entries()) floats.setFloat32(index * 4, value, true)
  return Buffer.from(floats.buffer).toString('base64')
}

/** Embeddings in the OpenAI format: one entry for each text, in the requested encoding. */
export function embeddingList(
  vectors: unknown,
  options: { model: string; format: unknown; usage?: Usage },
): JsonObject {
  if (!Array.isArray(vectors) || !vectors.every(isVector)) throw badResponse('the provider sent no embeddings')
  const { prompt_tokens, total_tokens } = openAiUsage(options.usage ?? noUsage)
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector, options.format) })),
    model: options.model,
    usage: { prompt_tokens, total_tokens },
  }
}
