import { JsonBytes, Words } from '../../../plain-events/json-bytes.ts'
import { PlainDelta } from '../../../plain-events/plain-delta.ts'

/** Fields by name. Fields after the ones named below are ignored. A frame with an unlisted field goes to the parser. */
const frameNames = new Words(['candidates', 'usageMetadata', 'modelVersion', 'responseId', 'createTime'])
const [candidates, usageMetadata] = [0, 1]
const candidateNames = new Words([
  'content',
  'index',
  'finishReason',
  'safetyRatings',
  'citationMetadata',
  'avgLogprobs',
  'logprobsResult',
])
const [content, candidateIndex, finishReason] = [0, 1, 2]
const contentNames = new Words(['parts', 'role'])
const parts = 0
const partNames = new Words(['text', 'thought'])
const partText = 0
const [yes, no] = [Buffer.from('true'), Buffer.from('false')]
const openingBrace = 0x7b

/** Reads a frame whose only candidate holds one text. `delta` has the position of the counts so far. */
class PlainFrameReader extends JsonBytes {
  #delta = new PlainDelta()
  #hasText = false

  read(bytes: Buffer, at: number, delta: PlainDelta): number {
    this.bytes = bytes
    this.at = at
    this.#delta = delta
    this.#hasText = false
    delta.kind = 'content'
    delta.choice = 0
    delta.call = -1
    delta.countsStart = 0
    delta.countsEnd = 0
    const isPlain = this.dataField() && this.object(frameNames) && this.#hasText && this.blankLine()
    return isPlain ? this.at : 0
  }

  protected member(names: Words, name: number): boolean {
    switch (names) {
      case frameNames:
        return this.#frameMember(name)
      case candidateNames:
        return this.#candidateMember(name)
      case contentNames:
        return name === parts ? this.openList() && this.object(partNames) && this.closeList() : this.value()
      default:
        return name === partText ? this.#text() : this.#thought()
    }
  }

  #frameMember(name: number): boolean {
    if (name === candidates) return this.openList() && this.object(candidateNames) && this.closeList()
    return name === usageMetadata ? this.#counts() : this.value()
  }

  #counts(): boolean {
    const start = this.at
    if (this.bytes[start] !== openingBrace || !this.value()) return false
    this.#delta.countsStart = start
    this.#delta.countsEnd = this.at
    return true
  }

  #candidateMember(name: number): boolean {
    switch (name) {
      case content:
        return this.object(contentNames)
      case candidateIndex:
        this.#delta.choice = this.count()
        return this.#delta.choice !== -1
      case finishReason:
        return this.null()
      default:
        return this.value()
    }
  }

  #text(): boolean {
    if (!this.text() || this.string.end === this.string.start) return false
    this.#hasText = true
    this.#delta.measureAs(this.string)
    return true
  }

  #thought(): boolean {
    if (!this.literal(yes)) return this.literal(no)
    this.#delta.kind = 'reasoning'
    return true
  }
}

/** All streams share one reader, because a frame is read synchronously. */
const reader = new PlainFrameReader()

export const readPlainFrame = (bytes: Buffer, at: number, delta: PlainDelta): number => reader.read(bytes, at, delta)
