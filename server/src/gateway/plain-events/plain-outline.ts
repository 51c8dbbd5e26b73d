import { isAt, measureString, type StringMeasure } from './json-string.ts'
import type { PlainDelta } from './plain-delta.ts'

/** OpenAI pads events, so that their lengths do not reveal the text. The padding is skipped. */
const paddingName = Buffer.from('"obfuscation":"')
/** Numbers that differ from event to event: sequence numbers, which nothing reads, and token counts, which are read later. */
const numberNames = [Buffer.from('"sequence_number":'), Buffer.from('TokenCount":')]
const digitsMax = 9
/** After more outlines in a row that did not fit the next event, none is kept: events of this stream differ in other places. */
const unfitMax = 4

const space = 0x20
const zero = 0x30
const nine = 0x39
const [comma, closingBrace, closingBracket] = [0x2c, 0x7d, 0x5d]

/** A place where events differ. The start and the end of counts are places without a length. */
type Hole = { kind: 'text' | 'padding' | 'number' | 'countsStart' | 'countsEnd'; start: number; end: number }
type Step = { before: Buffer; kind: Hole['kind'] }

/**
 * The bytes around the text of a plain delta. Most events of a stream differ in the text and in little else, so that
 * comparing bytes is enough to know the next one. Valid as long as the decoder sees no other event.
 */
export class PlainOutline {
  #steps: Step[] | undefined
  #last: Buffer = paddingName
  readonly #padding: StringMeasure = { start: 0, end: 0, bytes: 0, length: 0 }
  #kind: PlainDelta['kind'] = 'content'
  #choice = 0
  #call = 0
  #unfit = 0

  /** Keeps the outline of the event from `at` to `end`. */
  keep(bytes: Buffer, at: number, end: number, delta: PlainDelta): void {
    if (this.#unfit > unfitMax) return
    const event = Buffer.allocUnsafeSlow(end - at) // not from Node's pool, of which it would keep 8 kB
    bytes.copy(event, 0, at, end)
    this.#steps = []
    let from = 0
    for (const { kind, start, end: behind } of holesIn(event, at, delta)) {
      this.#steps.push({ before: event.subarray(from, start), kind })
      from = behind
    }
    this.#last = event.subarray(from)
    this.#kind = delta.kind
    this.#choice = delta.choice
    this.#call = delta.call
  }

  forget(): void {
    this.#steps = undefined
  }

  /** As `read` of a decoder's PlainEvents, for an event with the outline of the one before: only the differences are read. */
  read(bytes: Buffer, at: number, delta: PlainDelta): number {
    const steps = this.#steps
    const first = steps?.[0]
    if (!steps || !first || !isAt(bytes, at, first.before)) return 0
    const end = this.#follow(steps, bytes, at, delta)
    if (end === 0) {
      this.#unfit++
      this.#steps = undefined
      return 0
    }
    this.#unfit = 0
    delta.kind = this.#kind
    delta.choice = this.#choice
    delta.call = this.#call
    return end
  }

  /** The index behind the event; 0: it has another outline. */
  #follow(steps: Step[], bytes: Buffer, from: number, delta: PlainDelta): number {
    let at = from
    delta.countsStart = 0
    delta.countsEnd = 0
    let isFirst = true
    for (const { before, kind } of steps) {
      if (!isFirst && !isAt(bytes, at, before)) return 0
      isFirst = false
      at = this.#behind(kind, bytes, at + before.length, delta)
      if (at === 0) return 0
    }
    return isAt(bytes, at, this.#last) ? at + this.#last.length : 0
  }

  #behind(kind: Step['kind'], bytes: Buffer, at: number, delta: PlainDelta): number {
    switch (kind) {
      case 'text':
        return measureString(bytes, at, delta) && delta.end > delta.start ? delta.end : 0
      case 'padding':
        return measureString(bytes, at, this.#padding) ? this.#padding.end : 0
      case 'number':
        return behindNumber(bytes, at)
      case 'countsStart':
        delta.countsStart = at
        return at
      case 'countsEnd':
        delta.countsEnd = at
        return at
    }
  }
}

/** Where an event that begins at `at` may differ from the next one, in order. */
function holesIn(event: Buffer, at: number, delta: PlainDelta): Hole[] {
  const text: Hole = { kind: 'text', start: delta.start - at, end: delta.end - at }
  const holes = [text, ...paddingIn(event), ...numberNames.flatMap((name) => numbersIn(event, name))]
  if (delta.countsEnd > 0) {
    const [start, end] = [delta.countsStart - at, delta.countsEnd - at]
    holes.push({ kind: 'countsStart', start, end: start }, { kind: 'countsEnd', start: end, end })
  }
  return holes
    .filter((hole) => hole === text || hole.end <= text.start || hole.start >= text.end)
    .sort((one, other) => one.start - other.start)
}

function paddingIn(event: Buffer): Hole[] {
  const found = event.indexOf(paddingName)
  const start = found + paddingName.length
  const padding: StringMeasure = { start: 0, end: 0, bytes: 0, length: 0 }
  return found !== -1 && measureString(event, start, padding) ? [{ kind: 'padding', start, end: padding.end }] : []
}

function numbersIn(event: Buffer, name: Buffer): Hole[] {
  const holes: Hole[] = []
  for (let found = event.indexOf(name); found !== -1; found = event.indexOf(name, found + 1)) {
    const behind = found + name.length
    const start = event[behind] === space ? behind + 1 : behind
    const end = behindNumber(event, start)
    if (end > 0) holes.push({ kind: 'number', start, end })
  }
  return holes
}

/** The index behind an integer of at most nine digits, if a comma or a closing bracket follows it; 0: there is none. */
function behindNumber(bytes: Buffer, start: number): number {
  let at = start
  for (let byte = bytes[at]; byte !== undefined && byte >= zero && byte <= nine; byte = bytes[++at]);
  const digits = at - start
  if (digits === 0 || digits > digitsMax || (digits > 1 && bytes[start] === zero)) return 0
  const next = bytes[at]
  return next === comma || next === closingBrace || next === closingBracket ? at : 0
}
