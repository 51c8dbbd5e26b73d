import { type Encoding, encodingOf } from './encoding.ts'
import { estimateByClass } from './estimate.ts'

export type CountTokens = (text: string) => number

type Tokenizer = {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number
  setMergeCacheSize(size: number): void
}

// Tables of several megabytes: loaded on first use. The import paths are literal, so that bundlers and readers can
// follow them.
const loaders: Record<Encoding, () => Promise<Tokenizer>> = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
}
const loading = new Map<Encoding, Promise<Tokenizer>>()

function load(encoding: Encoding): Promise<Tokenizer> {
  const known = loading.get(encoding)
  if (known) return known
  const loaded = loaders[encoding]().then((tokenizer) => {
    tokenizer.setMergeCacheSize(mergeCacheSize)
    return tokenizer
  })
  loading.set(encoding, loaded)
  return loaded
}

const mergeCacheSize = 20_000
// Special tokens in a user's text count as plain text.
const asPlainText = { disallowedSpecial: new Set<string>() }
// Merging the pairs of one unbroken run takes time quadratic in its length. A cut costs a token at most and saves
// seconds during which all other calls would wait.
const unbrokenRun = /\S{128}|\s{128}/gu
/** Bytes of one request that are counted exactly: ten milliseconds for ordinary text, a few hundred for the worst. */
const exactBytesMax = 96 * 1024

/**
 * A token counter for one request: exact where the model's encoding is public, by character class elsewhere and beyond
 * the first `exactBytesMax` bytes, so that one request does not block the others.
 */
export async function tokenCounter(model: string): Promise<CountTokens> {
  const encoding = encodingOf(model)
  if (!encoding) return (text) => estimateByClass(text, model)
  const tokenizer = await load(encoding)
  let exactBytesLeft = exactBytesMax
  return (text) => {
    const bytes = Buffer.byteLength(text)
    if (bytes > exactBytesLeft) return estimateByClass(text, model)
    exactBytesLeft -= bytes
    return countExactly(text, tokenizer)
  }
}

function countExactly(text: string, tokenizer: Tokenizer): number {
  let tokens = 0
  let start = 0
  for (const match of text.matchAll(unbrokenRun)) {
    const end = match.index + match[0].length
    tokens += tokenizer.countTokens(text.slice(start, end), asPlainText)
    start = end
  }
  return tokens + tokenizer.countTokens(text.slice(start), asPlainText)
}

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
