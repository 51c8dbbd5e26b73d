import { realtimeInputTokens, realtimeOutputTokens } from '../../domain/money/pricing/audio-usage.ts'
import { noUsage, type Usage } from '../../domain/money/pricing/usage.ts'
import type { CountTokens } from '../counting/text-tokens.ts'
import { secondsMax } from './audio-rates.ts'

/** Characters of text that are kept; the tokens of more are estimated from its bytes. */
const keptMax = 200_000
const bytesPerToken = 3

class CountedText {
  #pieces: string[] = []
  #kept = 0
  #keptBytes = 0
  #bytes = 0

  add(text: string) {
    const bytes = Buffer.byteLength(text)
    this.#bytes += bytes
    if (text === '' || this.#kept >= keptMax) return
    this.#pieces.push(text)
    this.#kept += text.length
    this.#keptBytes += bytes
  }
  addAll(other: CountedText) {
    for (const piece of other.#pieces) this.add(piece)
    this.#bytes += other.#bytes - other.#keptBytes
  }
  estimate(): number {
    return Math.ceil(this.#bytes / bytesPerToken)
  }
  count(count: CountTokens): number {
    return count(this.#pieces.join('')) + Math.ceil((this.#bytes - this.#keptBytes) / bytesPerToken)
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
