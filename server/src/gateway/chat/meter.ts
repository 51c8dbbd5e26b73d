import { audioTokensOf } from '../../domain/money/pricing/audio-usage.ts'
import { chatImageTokens } from '../../domain/money/pricing/image-charge.ts'
import type { Usage } from '../../domain/money/pricing/usage.ts'
import { speechTokens } from '../counting/audio-duration.ts'
import type { BilledTools, ChatChunk, ChatResponse, ToolCall, ToolCallDelta } from '../forms/chat.ts'
import { JsonText } from '../plain-events/json-text.ts'
import type { PlainDelta } from '../plain-events/plain-delta.ts'
import { objectOf, textOf } from '../translate/json/json-values.ts'

/** Characters of text that are kept. The tokens of further text are estimated from its bytes. */
const keptMax = 200_000
/** Streamed audio is uncompressed: two bytes per sample, 24,000 samples per second. */
const streamedBytesPerSecond = 48_000
const secondsMax = 24 * 60 * 60
/** Tokens of a tool call besides its own text. */
export const toolCallTokens = 7
/** A low value for ordinary text in any script: prose has more bytes per token. */
export const bytesPerToken = 3

/** Keeps the parts of a response that its charge needs, also if the response breaks off or reports no usage. */
export class Meter {
  /** The upstream's last report. */
  usage: Usage | undefined
  /** The tools that the upstream bills apart from tokens. */
  billed: BilledTools | undefined
  /** Output has come: text, reasoning, a tool call, a refusal, sound, a picture, the result of a tool. */
  hasOutput = false
  isFinished = false
  finishReason: string | undefined
  /** Estimated tokens per byte of text; higher after a count that found more. */
  tokensPerByte = 1 / bytesPerToken
  #pieces: string[] = []
  /** The last piece in JSON. It is decoded when it is counted. */
  readonly #json = new JsonText()
  #kept = 0
  #keptBytes = 0
  #bytes = 0
  #toolCalls = 0
  #pictures = 0
  #picturesReported = 0
  #streamedSound = 0
  #replyAudioTokens = 0
  #finished = 0
  readonly #choices: number

  /** The audio format of the request; streams are uncompressed. */
  readonly #audioFormat: string | undefined

  constructor(choices = 1, audioFormat?: string) {
    this.#choices = choices
    this.#audioFormat = audioFormat
  }

  see(chunk: ChatChunk) {
    if (chunk.billed) this.#bill(chunk.billed)
    for (const { delta, finish_reason } of chunk.choices) {
      if (chunk.isPicture) this.#addPictures(1)
      else this.#add(delta.content)
      if (Array.isArray(delta.images)) this.#addPictures(delta.images.length)
      this.#add(delta.reasoning_content)
      this.#add(delta.refusal)
      if (delta.audio) this.#addSound(delta.audio)
      if (delta.tool_calls) for (const call of delta.tool_calls) this.#addToolCall(call)
      if (finish_reason) {
        this.finishReason = finish_reason
        this.isFinished = ++this.#finished >= this.#choices
      }
    }
    if (!chunk.usage) return
    this.usage = chunk.usage
    if (chunk.usage.image_output) this.#picturesReported = this.#pictures
  }

  /** An event that was read without parsing. */
  seePlain(bytes: Buffer, delta: PlainDelta) {
    this.hasOutput = true
    if (delta.kind === 'sound') {
      this.#streamedSound += base64Bytes(bytes, delta)
      return
    }
    this.#bytes += delta.bytes
    if (this.#kept >= keptMax) return
    this.#json.append(bytes, delta.start, delta.end)
    this.#kept += delta.length
    this.#keptBytes += delta.bytes
  }

  seeResponse(response: ChatResponse) {
    this.usage = response.usage
    for (const { message, finish_reason } of response.choices) {
      this.#add(message.content)
      this.#add(message.reasoning_content)
      this.#add(message.refusal)
      if (message.audio) this.#addReplySound(message.audio)
      for (const call of message.tool_calls ?? []) this.#addToolCall(call)
      this.finishReason = finish_reason
    }
    this.isFinished = true
  }

  /** Bytes of text so far, for running estimates. */
  get bytes(): number {
    return this.#bytes
  }
  /** The kept text, and the number of bytes that were not kept. */
  get text(): { kept: string; droppedBytes: number } {
    this.#endJson()
    return { kept: this.#pieces.join(''), droppedBytes: this.#bytes - this.#keptBytes }
  }
  get toolCalls(): number {
    return this.#toolCalls
  }

  /** Tokens of the text so far, estimated from its length: cheap, and rather too high. */
  get estimatedTokens(): number {
    return Math.ceil(this.#bytes * this.tokensPerByte) + this.#toolCalls * toolCallTokens
  }

  /** Tokens of the audio so far, by its duration. */
  get audioTokens(): number {
    const seconds = Math.min(secondsMax, this.#streamedSound / streamedBytesPerSecond)
    return this.#replyAudioTokens + audioTokensOf(seconds)
  }

  /** Tokens of the images so far, by their number. */
  get imageTokens(): number {
    return this.#pictures * chatImageTokens
  }
  /** Tokens of the images since the upstream last reported image tokens. */
  get imageTokensUnreported(): number {
    return (this.#pictures - this.#picturesReported) * chatImageTokens
  }

  #bill(billed: BilledTools) {
    this.billed = billed
    if (billed.done.length > 0 || billed.isShown) this.hasOutput = true
  }

  #addPictures(count: number) {
    if (count > 0) this.hasOutput = true
    this.#pictures += count
  }

  #addSound(audio: unknown) {
    const { data, transcript } = objectOf(audio) ?? {}
    this.#add(textOf(transcript))
    if (typeof data !== 'string' || data === '') return
    this.hasOutput = true
    this.#streamedSound += Buffer.byteLength(data, 'base64')
  }

  #addReplySound(audio: unknown) {
    const { data, transcript } = objectOf(audio) ?? {}
    this.#add(textOf(transcript))
    if (typeof data !== 'string' || data === '') return
    this.hasOutput = true
    this.#replyAudioTokens += speechTokens(Buffer.from(data, 'base64'), this.#audioFormat)
  }

  #add(text: string | null | undefined) {
    if (!text) return
    this.hasOutput = true
    const bytes = Buffer.byteLength(text)
    this.#bytes += bytes
    if (this.#kept >= keptMax) return
    this.#endJson()
    this.#pieces.push(text)
    this.#kept += text.length
    this.#keptBytes += bytes
  }

  #endJson() {
    if (!this.#json.isEmpty) this.#pieces.push(this.#json.take())
  }

  #addToolCall(call: ToolCall | ToolCallDelta) {
    this.hasOutput = true
    if (call.function?.name) this.#toolCalls++
    this.#add(call.function?.name)
    this.#add(call.function?.arguments)
  }
}

/** As `Buffer.byteLength` counts a text of base64. */
function base64Bytes(bytes: Buffer, { start, end, length }: PlainDelta): number {
  if (length !== end - start) return Buffer.byteLength(JSON.parse(`"${bytes.toString('utf8', start, end)}"`), 'base64')
  let count = length
  if (bytes[end - 1] === equalsSign) count--
  if (count > 1 && bytes[end - 2] === equalsSign) count--
  return Math.floor((count * 3) / 4)
}
const equalsSign = 0x3d
