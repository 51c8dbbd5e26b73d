import {
  readBatchEmbedContents,
  readEmbedContent,
  writeBatchEmbedContents,
  writeEmbedContent,
} from '../dialects/gemini/embeddings.ts'
import { badRequest } from '../entry/refusals.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { CallFacts, Provider, SingleOperation } from '../providers/provider.ts'
import { badResponse } from '../translate/answer/bad-response.ts'
import { isObject, listOf } from '../translate/json/json-values.ts'
import { readSingleAsk, type SingleAsk } from './single-ask.ts'

type EmbedDialect = { read(body: JsonObject, model: string): JsonObject; write(reply: unknown): JsonObject }

const ways = {
  embedContent: { read: readEmbedContent, write: writeEmbedContent },
  batchEmbedContents: { read: readBatchEmbedContents, write: writeBatchEmbedContents },
} satisfies Record<string, EmbedDialect>
type EmbedAction = keyof typeof ways

export const isEmbedAction = (action: string): action is EmbedAction => Object.hasOwn(ways, action)

/** A Gemini client's texts to embed, as the embeddings they are; the answer is written as that client knows it. */
export function readGeminiEmbed(
  body: unknown,
  { model, action, path, facts }: { model: string; action: EmbedAction; path: string; facts: CallFacts },
): SingleAsk {
  if (!isObject(body)) throw badRequest('The request body must be a JSON object')
  const way = ways[action]
  return {
    ...readSingleAsk('embeddings', way.read(body, model), path, model),
    operation: (provider) => native(provider, body, facts) ?? translated(provider, way),
  }
}

/** Google's own upstream takes the client's body and gives the client's answer. */
function native({ native, single }: Provider, body: JsonObject, facts: CallFacts): SingleOperation | undefined {
  const { gemini } = native ?? {}
  const { usage } = single?.embeddings ?? {}
  return (
    gemini && {
      request: (_, target) => gemini.request({ ...body }, target, facts),
      response: checked,
      ...(usage && { usage }),
    }
  )
}

/** An answer without a vector is none, and costs nothing. */
function checked(reply: unknown): JsonObject {
  if (!isObject(reply) || (!isObject(reply.embedding) && listOf(reply.embeddings).length === 0))
    throw badResponse('the upstream sent no embeddings')
  return reply
}

function translated({ single }: Provider, { write }: EmbedDialect): SingleOperation | undefined {
  const { embeddings } = single ?? {}
  if (!embeddings) return undefined
  const { request, response, usage } = embeddings
  return {
    request,
    ...(usage && { usage }),
    response: (body, ask, about) => write(response ? response(body, ask, about) : body),
  }
}
