import type { Usage } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { openAiUsage, usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import type { SingleQuirks } from './single.ts'

/** The usage of a ranking: as OpenAI has it, or in `meta`, or at the top as older servers have it. */
function rankingUsage(body: unknown): Usage | undefined {
  const response = objectOf(body)
  return (
    usageOfOpenAi(response?.usage) ?? usageOfOpenAi(objectOf(response?.meta)?.tokens) ?? usageOfOpenAi(response?.tokens)
  )
}

/** A result with its document as an object. Servers may send null if the request did not want documents. */
function resultOf(result: unknown): unknown {
  if (!isObject(result)) return result
  const { document, ...rest } = result
  if (document === undefined || document === null) return rest
  return { ...rest, document: typeof document === 'string' ? { text: document } : document }
}

/** A ranking in the format of the gateway's clients, which is Jina's. */
function readRanking(body: unknown): JsonObject {
  const response = objectOf(body)
  const results = response?.results ?? response?.data
  if (!Array.isArray(results)) throw badResponse('the provider sent no ranking')
  const model = textOf(response?.model)
  const usage = rankingUsage(body)
  return {
    ...(model !== undefined && { model }),
    results: results.map(resultOf),
    ...(usage && { usage: openAiUsage(usage) }),
  }
}

export const rankingQuirks: SingleQuirks = { response: readRanking, usage: rankingUsage }
