import {
  readBatchEmbedContents,
  readEmbedContent,
  writeBatchEmbedContents,
  writeEmbedContent,
} from '../dialects/gemini/embeddings.ts'
import { badRequest } from '../entry/errors/refusals.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { ClientRequestHead, Provider, SingleOperation } from '../providers/provider.ts'
import { isObject, listOf } from '../translate/json/json-values.ts'
import { badResponse } from '../translate/response/bad-response.ts'
import { type IncomingSingle, readIncomingSingle } from './incoming-single.ts'

type EmbedCodec = { read(body: JsonObject, model: string): JsonObject; write(response: unknown): JsonObject }

const codecs = {
  embedContent: { read: readEmbedContent, write: writeEmbedContent },
  batchEmbedContents: { read: readBatchEmbedContents, write: writeBatchEmbedContents },
} satisfies Record<string, EmbedCodec>
type EmbedAction = keyof typeof codecs

export const isEmbedAction = (action: string): action is EmbedAction => Object.hasOwn(codecs, action)

/** A Gemini client's embedding request in OpenAI's format; the response is written in Gemini's. */
export function readGeminiEmbed(
  body: unknown,
  { model, action, path, facts }: { model: string; action: EmbedAction; path: string; facts: ClientRequestHead },
): IncomingSingle {
  if (!isObject(body)) throw badRequest('The request body must be a JSON object')
  const codec = codecs[action]
  return {
    ...readIncomingSingle('embeddings', codec.read(body, model), path, model),
    operation: (provider) => native(provider, body, facts) ?? translated(provider, codec),
  }
}

/** Google's own upstream takes the client's body and returns the client's format. */
function native({ native, single }: Provider, body: JsonObject, facts: ClientRequestHead): SingleOperation | undefined {
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

/** A response without a vector is empty, and costs nothing. */
function checked(response: unknown): JsonObject {
  if (!isObject(response) || (!isObject(response.embedding) && listOf(response.embeddings).length === 0))
    throw badResponse('the provider sent no embeddings')
  return response
}

function translated({ single }: Provider, { write }: EmbedCodec): SingleOperation | undefined {
  const { embeddings } = single ?? {}
  if (!embeddings) return undefined
  const { request, response, usage } = embeddings
  return {
    request,
    ...(usage && { usage }),
    response: (body, incoming, about) => write(response ? response(body, incoming, about) : body),
  }
}
