import { realtimeInputTokens, realtimeOutputTokens } from '../../domain/pricing/audio-usage.ts'
import { noUsage, type Usage } from '../../domain/pricing/usage.ts'
import type { CountTokens } from '../counting/text-tokens.ts'
import { secondsMax } from './audio-rates.ts'

/** Beyond this the text is no longer kept; its tokens are estimated from its length. */
const keptMax = 200_000
const charactersPerToken = 3

class CountedText {
  #pieces: string[] = []
  #keptLength = 0
  #length = 0

  add(text: string) {
    this.#length += text.length
    if (text === '' || this.#keptLength >= keptMax) return
    this.#pieces.push(text)
    this.#keptLength += text.length
  }
  addAll(other: CountedText) {
    for (const piece of other.#pieces) this.add(piece)
    this.#length += other.#length - other.#keptLength
  }
  estimate(): number {
    return Math.ceil(this.#length / charactersPerToken)
  }
  count(count: CountTokens): number {
    return count(this.#pieces.join('')) + Math.ceil((this.#length - this.#keptLength) / charactersPerToken)
  }
}

/** Input and output of one response, kept to count its usage when the upstream does not report it. */
export class RealtimeTurn {
  /** A response was requested. */
  isRequested = false
  hasOutput = false
  readonly input = new CountedText()
  readonly output = new CountedText()
  imageTokens = 0
  inputSeconds = 0
  outputSeconds = 0

  add(other: RealtimeTurn) {
    this.input.addAll(other.input)
    this.imageTokens += other.imageTokens
    this.inputSeconds += other.inputSeconds
    this.addOutput(other)
  }

  /** Only the output: the upstream reported the input. */
  addOutput(other: RealtimeTurn) {
    this.output.addAll(other.output)
    this.outputSeconds += other.outputSeconds
    this.hasOutput ||= other.hasOutput
  }

  /** By length alone, which is cheap and rather too high. */
  estimate(): Usage {
    return this.#usage(this.input.estimate(), this.output.estimate())
  }

  count(count: CountTokens): Usage {
    return this.#usage(this.input.count(count), this.output.count(count))
  }

  #usage(input: number, output: number): Usage {
    return {
      ...noUsage,
      input,
      image_input: this.imageTokens,
      audio_input: realtimeInputTokens(Math.min(this.inputSeconds, secondsMax)),
      output,
      audio_output: realtimeOutputTokens(Math.min(this.outputSeconds, secondsMax)),
    }
  }
}
