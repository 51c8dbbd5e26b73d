import { BadRequest } from '../forms/bad-request.ts'
import type { JsonObject } from '../forms/chat.ts'
import { listOf } from './json/json-values.ts'
import { unsupported } from './response/unsupported.ts'

/** The input of a request for embeddings, for upstreams that take texts only, and no tokens. */
export function textsToEmbed({ input }: JsonObject): string[] {
  const texts = typeof input === 'string' ? [input] : listOf(input)
  if (texts.length === 0) throw new BadRequest('input must be a string or a list of strings', 'input')
  if (!texts.every((text) => typeof text === 'string')) throw unsupported('This model takes texts only', 'input')
  return texts
}
