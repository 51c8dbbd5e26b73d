import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { SingleQuirks } from '../openai-shaped/single.ts'
import { documentTexts, rankingList } from '../ranking-list.ts'

type Ranked = { index: number; relevance_score: number }

function rankedIn(result: unknown): Ranked {
  const { index, score } = isObject(result) ? result : {}
  if (!Number.isInteger(index) || typeof score !== 'number') throw badResponse('the provider sent no ranking')
  return { index: Number(index), relevance_score: score }
}

/** Documents are texts, or lists of parts. */
function shapeDocuments(body: JsonObject): void {
  body.documents = listOf(body.documents).map((each) =>
    isObject(each) ? documentTexts({ documents: [each] })[0] : each,
  )
}

/** A ranking that is a bare list of scores, without counts. Older servers return all documents. */
export const scoredRanking: SingleQuirks = {
  adjust: shapeDocuments,
  response(body, request) {
    if (!Array.isArray(body)) throw badResponse('the provider sent no ranking')
    const ranked = body.map(rankedIn).sort((one, other) => other.relevance_score - one.relevance_score)
    return rankingList(request, typeof request.top_n === 'number' ? ranked.slice(0, request.top_n) : ranked)
  },
  usage: () => undefined,
}
