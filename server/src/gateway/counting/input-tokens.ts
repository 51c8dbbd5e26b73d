import type { CountTokens } from './text-tokens.ts'

/**
 * Tokens of the input of embeddings, moderations and rerankers: a text, texts, or token numbers. Each item is counted
 * by itself, as the upstream does.
 */
export function inputTokens(input: unknown, count: CountTokens): number {
  if (typeof input === 'string') return count(input)
  if (typeof input === 'number') return 1
  if (Array.isArray(input)) return input.reduce((sum: number, item) => sum + inputTokens(item, count), 0)
  if (typeof input === 'object' && input !== null && 'text' in input) return inputTokens(input.text, count)
  return 0
}
