import type { JsonObject } from '../../forms/chat.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'

/** A source of a piece of text, as OpenAI's clients know it; undefined for sources that have no address. */
export function annotationOf(citation: unknown, start: number, end: number): JsonObject | undefined {
  const about = objectOf(citation)
  const url = textOf(about?.url)
  if (url === undefined) return undefined
  const title = textOf(about?.title)
  return {
    type: 'url_citation',
    url_citation: { url, ...(title !== undefined && { title }), start_index: start, end_index: end },
  }
}
