import type { JsonObject } from '../../forms/chat.ts'
import { objectOf } from '../../translate/json/json-values.ts'
import { failureByText, failureInDetail, failureOf } from '../../translate/response/failure-of.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { addressOf, bearer } from '../openai-shaped/address.ts'
import { rankingQuirks } from '../openai-shaped/ranking.ts'
import { type EndpointOf, type SingleQuirks, singleOperations } from '../openai-shaped/single.ts'
import type { Provider } from '../provider.ts'

const endpointOf: EndpointOf = (target, path) => ({
  url: addressOf(target, path),
  headers: { ...bearer(target), accept: 'application/json' },
})

const isTokens = (input: unknown): boolean => typeof input === 'number' || Array.isArray(input)

/** Texts are always a list, token arrays are not supported, and base64 has its own field. */
function shapeEmbeddings(body: JsonObject): void {
  const input = Array.isArray(body.input) ? body.input : [body.input]
  if (input.some(isTokens)) throw unsupported('this provider accepts text as input, but no tokens', 'input')
  body.input = input
  if (body.encoding_format === 'base64') body.embedding_type ??= 'base64'
}

const embeddings: SingleQuirks = {
  adjust: shapeEmbeddings,
  droppedFields: ['encoding_format', 'user'],
  /** All tokens of an embedding are input tokens; some responses only have their sum. */
  response(body) {
    const response = objectOf(body) ?? {}
    const usage = objectOf(response.usage)
    if (!usage || usage.prompt_tokens !== undefined) return response
    return { ...response, usage: { ...usage, prompt_tokens: usage.total_tokens } }
  },
}

/** Embeddings and rankings, and nothing else. */
export const jina: Provider = {
  single: singleOperations(['embeddings', 'rerank'], endpointOf, { embeddings, rerank: rankingQuirks }),
  failure: (status, body, headers) =>
    failureByText(failureOf(status, body, headers), [[/balance not enough/i, 'no_balance']]),
  failureIn: failureInDetail,
}
