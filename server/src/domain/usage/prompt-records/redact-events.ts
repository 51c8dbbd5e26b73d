import { type Found, findPrivate } from './redact-text.ts'

/** The members of an event that carry pieces of a text; other members are complete in each event. */
const pieceNames: ReadonlySet<string> = new Set([
  'content',
  'reasoning_content',
  'reasoning',
  'text',
  'thinking',
  'delta',
  'arguments',
  'partial_json',
  'refusal',
  'transcript',
])

type Holder = Record<string, unknown>
type Piece = { line: number; holder: Holder; name: string; text: string }

/**
 * A model writes an address over several events, a few letters in each. So the pieces of one text are joined and
 * searched, and each match is cut out of its pieces. Only lines with a match are rewritten.
 */
export function redactEvents(text: string): string {
  const lines = text.split(lineEnds)
  const values = new Map<number, unknown>()
  const texts = new Map<string, Piece[]>()
  for (const [line, content] of lines.entries()) {
    const value = parsed(content.slice(prefixOf(content).length))
    if (value === undefined) continue
    values.set(line, value)
    collect(value, '', line, texts)
  }
  const changed = new Set<number>()
  for (const pieces of texts.values()) cutOut(pieces, changed)
  for (const line of changed) lines[line] = prefixOf(lines[line] ?? '') + bytesOfJson(values.get(line))
  return lines.join('')
}

/** In parentheses, so that `split` keeps the line ends between the lines. */
const lineEnds = /(\r\n|\r|\n)/

/** Events are lines of JSON, in most formats behind `data:`. The first may stand behind a byte-order mark. */
const prefixOf = (line: string): string => /^(?:\xef\xbb\xbf)?(?:data: ?)?/.exec(line)?.[0] ?? ''

/** The same for a stream that is one JSON list, as Gemini writes it; any other JSON stays as it is. */
export function redactList(text: string): string {
  const list = parsed(text)
  if (!Array.isArray(list)) return text
  const texts = new Map<string, Piece[]>()
  for (const [index, element] of list.entries()) collect(element, '', index, texts)
  const changed = new Set<number>()
  for (const pieces of texts.values()) cutOut(pieces, changed)
  return changed.size > 0 ? bytesOfJson(list) : text
}

function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(json, 'latin1').toString('utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined // the last one may be cut
  }
}

const depthMax = 16

function collect(value: unknown, path: string, line: number, texts: Map<string, Piece[]>, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > depthMax) return
  const holder = value as Holder
  const which = typeof holder.index === 'number' ? `#${holder.index}` : '' // several choices come in turns
  for (const [name, member] of Object.entries(holder)) {
    const at = `${path}${which}.${name}`
    if (typeof member !== 'string') collect(member, at, line, texts, depth + 1)
    else if (pieceNames.has(name)) {
      const pieces = texts.get(at)
      const piece = { line, holder, name, text: member }
      if (pieces) pieces.push(piece)
      else texts.set(at, [piece])
    }
  }
}

function cutOut(pieces: readonly Piece[], changed: Set<number>): void {
  if (pieces.length < 2) return // found like any other text
  const found = findPrivate(pieces.map(({ text }) => text).join(''))
  if (found.length === 0) return
  let begin = 0
  let next = 0
  for (const piece of pieces) {
    const end = begin + piece.text.length
    while (next < found.length && (found[next] as Found).to <= begin) next++
    const redacted = without(piece.text, begin, found, next)
    if (redacted !== piece.text) {
      piece.holder[piece.name] = redacted
      changed.add(piece.line)
    }
    begin = end
  }
}

/** A piece that begins at `begin`: the mark stands where the match begins. */
function without(text: string, begin: number, found: readonly Found[], first: number): string {
  let result = ''
  let at = 0
  for (let index = first; index < found.length; index++) {
    const { from, to, mark } = found[index] as Found
    if (from >= begin + text.length) break
    result += text.slice(at, Math.max(at, from - begin))
    if (from >= begin) result += mark
    at = Math.min(text.length, to - begin)
  }
  return result + text.slice(at)
}

const bytesOfJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('latin1')
