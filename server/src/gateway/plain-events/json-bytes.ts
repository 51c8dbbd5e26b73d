import { isAt, measureString, type StringMeasure } from './json-string.ts'

const quote = 0x22
const space = 0x20
const comma = 0x2c
const colon = 0x3a
const openingBrace = 0x7b
const closingBrace = 0x7d
const openingBracket = 0x5b
const closingBracket = 0x5d
const lineFeed = 0x0a
const carriageReturn = 0x0d
const zero = 0x30
const nine = 0x39
const minus = 0x2d

/** Deeper values are left to the parser. */
const depthMax = 16
/** Integers of more digits are left to the parser. */
const digitsMax = 9

/** Words that are looked for in bytes: names of members, or values. */
export class Words {
  readonly #byLength: { word: Buffer; id: number }[][] = []

  constructor(words: readonly string[]) {
    for (const [id, word] of words.entries()) {
      const known = this.#byLength[word.length] ?? []
      this.#byLength[word.length] = [...known, { word: Buffer.from(word), id }]
    }
  }

  /** The position of the word in the list; -1: it is not one of them. */
  find(bytes: Buffer, start: number, end: number): number {
    const candidates = this.#byLength[end - start]
    if (candidates) for (const { word, id } of candidates) if (isAt(bytes, start, word)) return id
    return -1
  }
}

/**
 * Reads JSON from bytes in one pass, without making objects. Each method reads one thing and moves `at` behind it. It returns
 * false, or -1, if the bytes are anything else: incomplete, not JSON, or JSON in a rare form, such as with blanks other than
 * spaces. The caller then parses the event.
 */
export abstract class JsonBytes {
  bytes: Buffer = Buffer.alloc(0)
  at = 0
  /** The string that `text` read last. */
  readonly string: StringMeasure = { start: 0, end: 0, bytes: 0, length: 0 }
  readonly #skipped: StringMeasure = { start: 0, end: 0, bytes: 0, length: 0 }

  /** The name of an event's data. */
  dataField(): boolean {
    if (!this.literal(dataName)) return false
    if (this.bytes[this.at] === space) this.at++
    return true
  }

  /** The end of a line and a blank line. */
  blankLine(): boolean {
    const { bytes, at } = this
    if (bytes[at] === lineFeed && bytes[at + 1] === lineFeed) {
      this.at = at + 2
      return true
    }
    const isCrlf = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed
    if (!isCrlf || bytes[at + 2] !== carriageReturn || bytes[at + 3] !== lineFeed) return false
    this.at = at + 4
    return true
  }

  literal(word: Buffer): boolean {
    if (!isAt(this.bytes, this.at, word)) return false
    this.at += word.length
    return true
  }

  /** An object with these members alone, each at most once. */
  object(names: Words): boolean {
    if (!this.#take(openingBrace)) return false
    let seen = 0
    for (let isFirst = true; ; isFirst = false) {
      const next = this.#next(isFirst, closingBrace)
      if (next !== 1) return next === 0
      const name = this.#name(names)
      if (name === -1 || seen & (1 << name) || !this.member(names, name)) return false
      seen |= 1 << name
    }
  }

  /** Reads the value of a member. `name` is the position of its name in the list. */
  protected abstract member(names: Words, name: number): boolean

  openList(): boolean {
    return this.#take(openingBracket)
  }

  closeList(): boolean {
    this.#skipSpaces()
    return this.#take(closingBracket)
  }

  /** 1: another member or item follows; 0: the object or list has ended; -1: neither. */
  #next(isFirst: boolean, closing: number): number {
    this.#skipSpaces()
    const byte = this.bytes[this.at]
    if (byte === closing) {
      this.at++
      return 0
    }
    if (isFirst) return byte === undefined ? -1 : 1
    if (byte !== comma) return -1
    this.at++
    this.#skipSpaces()
    return 1
  }

  /** A member's name and its colon: the position of the name in the list. */
  #name(names: Words): number {
    const found = this.word(names)
    if (found === -1) return -1
    this.#skipSpaces()
    if (!this.#take(colon)) return -1
    this.#skipSpaces()
    return found
  }

  /** A string that is one of these words, written without escapes. */
  word(words: Words): number {
    if (!this.#take(quote)) return -1
    const { bytes } = this
    const start = this.at
    let at = start
    while (at < bytes.length && bytes[at] !== quote) at++
    if (at >= bytes.length) return -1
    this.at = at + 1
    return words.find(bytes, start, at)
  }

  null(): boolean {
    return this.literal(nullWord)
  }

  /** A small integer that is not negative. */
  count(): number {
    const { bytes } = this
    const start = this.at
    let at = start
    let value = 0
    for (let byte = bytes[at]; byte !== undefined && byte >= zero && byte <= nine; byte = bytes[++at])
      value = value * 10 + (byte - zero)
    const digits = at - start
    if (digits === 0 || digits > digitsMax || (digits > 1 && bytes[start] === zero) || isNumberPart(bytes[at]))
      return -1
    this.at = at
    return value
  }

  /** A string, measured. */
  text(): boolean {
    if (this.bytes[this.at] !== quote || !measureString(this.bytes, this.at + 1, this.string)) return false
    this.at = this.string.end + 1
    return true
  }

  /** Any value, checked as the parser would. */
  value(depth = 0): boolean {
    switch (this.bytes[this.at]) {
      case quote:
        return this.#string()
      case openingBrace:
        return depth < depthMax && this.#members(depth)
      case openingBracket:
        return depth < depthMax && this.#items(depth)
      case 0x6e:
        return this.literal(nullWord)
      case 0x74:
        return this.literal(trueWord)
      case 0x66:
        return this.literal(falseWord)
      default:
        return this.#number()
    }
  }

  #members(depth: number): boolean {
    this.at++
    for (let isFirst = true; ; isFirst = false) {
      const next = this.#next(isFirst, closingBrace)
      if (next !== 1) return next === 0
      if (!this.#string()) return false
      this.#skipSpaces()
      if (!this.#take(colon)) return false
      this.#skipSpaces()
      if (!this.value(depth + 1)) return false
    }
  }

  #items(depth: number): boolean {
    this.at++
    for (let isFirst = true; ; isFirst = false) {
      const next = this.#next(isFirst, closingBracket)
      if (next !== 1) return next === 0
      if (!this.value(depth + 1)) return false
    }
  }

  /** A string that is checked and skipped. */
  #string(): boolean {
    if (this.bytes[this.at] !== quote || !measureString(this.bytes, this.at + 1, this.#skipped)) return false
    this.at = this.#skipped.end + 1
    return true
  }

  #number(): boolean {
    const { bytes } = this
    const start = this.at
    let at = start
    while (isDigit(bytes[at])) at++
    if (at > start && bytes[start] !== zero && !isNumberPart(bytes[at])) {
      this.at = at
      return true
    }
    while (isNumberPart(bytes[at])) at++
    if (at === start || at - start > numberMax || !numberForm.test(bytes.toString('latin1', start, at))) return false
    this.at = at
    return true
  }

  #take(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false
    this.at++
    return true
  }

  #skipSpaces(): void {
    while (this.bytes[this.at] === space) this.at++
  }
}

const dataName = Buffer.from('data:')
const nullWord = Buffer.from('null')
const trueWord = Buffer.from('true')
const falseWord = Buffer.from('false')
const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const numberMax = 40

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine

/** Digits, signs, points and exponents. */
const isNumberPart = (byte: number | undefined): boolean =>
  isDigit(byte) || byte === minus || byte === 0x2b || byte === 0x2e || byte === 0x65 || byte === 0x45
