import { isObject, textOf } from '../exchange/json.ts'
import { tokensOf } from '../model/count-tokens.ts'

export type Ranked = { index: number; relevance_score: number; text: string }

const documentText = (document: unknown): string => (isObject(document) ? textOf(document.text) : textOf(document))

/** Best first: the share of the query's words in a document. Ties keep their order. */
export function rank(query: string, documents: unknown[], top: number = documents.length): Ranked[] {
  const words = new Set(query.toLowerCase().split(/\W+/).filter(Boolean))
  const ranked = documents.map((document, index) => {
    const text = documentText(document)
    const held = new Set(text.toLowerCase().split(/\W+/))
    const share = [...words].filter((word) => held.has(word)).length / Math.max(1, words.size)
    return { index, relevance_score: Math.round((0.01 + 0.98 * share) * 10_000) / 10_000, text }
  })
  return ranked.sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index).slice(0, top)
}

export const rankTokens = (query: string, documents: unknown[]): number =>
  documents.reduce<number>((sum, document) => sum + tokensOf(documentText(document).length), tokensOf(query.length))
