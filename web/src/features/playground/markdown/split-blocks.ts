import type { Token, Tokens } from 'marked'
import { blockTokensOf } from './markdown-tokens.ts'

/** A text cut into blocks. `stable` blocks cannot change when the text grows; only `open` ones are read again. */
export type Blocks = { text: string; stable: readonly string[]; stableLength: number; open: readonly string[] }

const nothing: Blocks = { text: '', stable: [], stableLength: 0, open: [] }

/** The last block may go on, and a line of dashes makes a heading of the one before it. */
const openCount = 2
/** Longer paragraphs and lists are cut, so that drawing one more word never takes long. */
const pieceMax = 3000

/** Cuts a text, given how it was cut when it was shorter. */
export function splitBlocks(text: string, before: Blocks = nothing): Blocks {
  if (text === before.text) return before
  const known = text.startsWith(before.text) ? before : nothing
  const pieces = piecesOf(text.slice(known.stableLength))
  const closed = pieces.slice(0, Math.max(0, pieces.length - openCount))
  const stable = closed.length === 0 ? known.stable : [...known.stable, ...closed]
  const stableLength = known.stableLength + closed.reduce((sum, piece) => sum + piece.length, 0)
  return { text, stable, stableLength, open: pieces.slice(closed.length) }
}

/** Blank lines belong to the block before them. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let end = 0
  for (const token of blockTokensOf(text)) {
    if (!text.startsWith(token.raw, end)) break // the reader tidies the `raw` of an unfinished list
    end += token.raw.length
    if (token.type === 'space' && pieces.length > 0) pieces[pieces.length - 1] += token.raw
    else pieces.push(...cut(token))
  }
  return end < text.length ? [...pieces, text.slice(end)] : pieces
}

function cut(token: Token): string[] {
  if (token.raw.length <= pieceMax) return [token.raw]
  if (token.type === 'list') return listPieces(token as Tokens.List)
  return token.type === 'paragraph' ? paragraphPieces(token.raw) : [token.raw]
}

/** A long list as several: each begins with the number where the one before ended. */
function listPieces({ raw, items }: Tokens.List): string[] {
  const pieces: string[] = []
  let start = 0
  let end = 0
  for (const item of items) {
    end += item.raw.length
    if (end - start < pieceMax) continue
    pieces.push(raw.slice(start, end))
    start = end
  }
  if (start < raw.length) pieces.push(raw.slice(start))
  return pieces
}

/** A long paragraph as several, cut after a sentence or a word. */
function paragraphPieces(raw: string): string[] {
  const pieces: string[] = []
  let rest = raw
  while (rest.length > pieceMax) {
    const head = rest.slice(0, pieceMax)
    const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('。'), head.lastIndexOf('\n'))
    const at = sentence > pieceMax / 2 ? sentence + 1 : head.lastIndexOf(' ') + 1 || pieceMax
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...pieces, rest]
}
