import type { JsonObject } from '../../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'

/** The sources of a response, and the number of searches, which are charged. */
export type Grounding = { annotations: JsonObject[]; searches: number }

const noGrounding: Grounding = { annotations: [], searches: 0 }

export function groundingOf(candidate: JsonObject): Grounding {
  const metadata = objectOf(candidate.groundingMetadata)
  if (!metadata) return noGrounding
  const annotations = listOf(metadata.groundingChunks).flatMap((chunk) => {
    const web = isObject(chunk) ? objectOf(chunk.web) : undefined
    const url = textOf(web?.uri)
    if (url === undefined) return []
    return [{ type: 'url_citation', url_citation: { url, title: textOf(web?.title) ?? '' } }]
  })
  return { annotations, searches: listOf(metadata.webSearchQueries).length }
}
