import type { JsonObject } from '../../forms/chat.ts'
import { namedEvent } from '../../forms/sse.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { WholeJson } from './whole-json.ts'

/** A tool call, with the part of its input that is not written yet. */
export class PendingCall {
  readonly kind = 'call'
  id: string
  name: string | undefined
  signature: string | undefined
  json = ''
  isQueued = true
  readonly progress = new WholeJson()

  constructor(id: string) {
    this.id = id
  }
}

type PendingText = { kind: 'text'; text: string }
type PendingThinking = { kind: 'thinking'; text: string; signature: string | undefined }
type PendingRedacted = { kind: 'redacted'; data: string }
type PendingBlock = PendingText | PendingThinking | PendingRedacted | PendingCall

// Queued blocks stay in memory. No plausible response needs more.
const queuedMax = 16 * 1024 * 1024
const callLength = 256

/**
 * Writes the blocks of a message one at a time, as the protocol requires. Upstreams may stream several calls at once:
 * while the open call is incomplete all other blocks are queued, so that no block is interrupted.
 */
export class BlockWriter {
  #next = 0
  #open: 'text' | 'thinking' | PendingCall | undefined
  #queue: PendingBlock[] = []
  #queuedLength = 0

  get hasBlocks(): boolean {
    return this.#next > 0
  }

  addText(text: string): string {
    if (this.#open === 'text' && this.#queue.length === 0) return this.#delta({ type: 'text_delta', text })
    const last = this.#queue.at(-1)
    if (last?.kind === 'text') last.text += text
    else this.#queue.push({ kind: 'text', text })
    return this.#enqueued(text.length)
  }

  addThinking(text: string): string {
    if (this.#open === 'thinking' && this.#queue.length === 0)
      return this.#delta({ type: 'thinking_delta', thinking: text })
    const last = this.#queue.at(-1)
    if (last?.kind === 'thinking' && last.signature === undefined) last.text += text
    else this.#queue.push({ kind: 'thinking', text, signature: undefined })
    return this.#enqueued(text.length)
  }

  /** The end of a thinking block. Its text is only written where it was not streamed before. */
  addSignature(text: string, signature: string): string {
    const last = this.#queue.at(-1)
    if (last?.kind === 'thinking' && last.signature === undefined) last.signature = signature
    else if (this.#open === 'thinking' && this.#queue.length === 0) return this.#sign(signature) + this.#close()
    else this.#queue.push({ kind: 'thinking', text, signature })
    return this.#enqueued(text.length + signature.length)
  }

  addRedacted(data: string): string {
    this.#queue.push({ kind: 'redacted', data })
    return this.#enqueued(data.length)
  }

  /** A new call joins the queue; it is written once its name is known. */
  enqueueCall(call: PendingCall): void {
    this.#queue.push(call)
    this.#queuedLength += callLength
  }

  /** A message has at least one block, even an empty one. */
  writeEmptyBlock(): string {
    return this.#start({ type: 'text', text: '' }) + this.#stop()
  }

  addInput(call: PendingCall, json: string): string {
    call.progress.push(json)
    if (this.#open === call)
      return (json === '' ? '' : this.#delta({ type: 'input_json_delta', partial_json: json })) + this.#advance()
    // A complete call is closed already: more input would be invalid.
    if (!call.isQueued) return ''
    call.json += json
    return this.#enqueued(json.length)
  }

  /** Ends the stream: writes the queued blocks, complete or not. A call without a name cannot be written. */
  end(): string {
    let text = ''
    for (const block of this.#queue) if (block.kind !== 'call' || block.name !== undefined) text += this.#write(block)
    this.#queue = []
    return text + this.#close()
  }

  #enqueued(length: number): string {
    const text = this.#advance()
    this.#queuedLength = this.#queue.length === 0 ? 0 : this.#queuedLength + length
    if (this.#queuedLength > queuedMax) throw badResponse('the provider sent tool calls that never end')
    return text
  }

  #advance(): string {
    let text = ''
    while (this.#queue.length > 0) {
      if (this.#open instanceof PendingCall && !this.#open.progress.isWhole) break
      const first = this.#queue[0]
      if (!first || (first.kind === 'call' && first.name === undefined)) break
      this.#queue.shift()
      text += this.#write(first)
    }
    return text
  }

  #write(block: PendingBlock): string {
    if (block.kind === 'call') return this.#writeCall(block)
    let text = this.#close()
    if (block.kind === 'redacted')
      return text + this.#start({ type: 'redacted_thinking', data: block.data }) + this.#stop()
    if (block.kind === 'text') {
      text += this.#start({ type: 'text', text: '' })
      this.#open = 'text'
      return text + this.#delta({ type: 'text_delta', text: block.text })
    }
    text += this.#start({ type: 'thinking', thinking: '', signature: '' })
    this.#open = 'thinking'
    if (block.text !== '') text += this.#delta({ type: 'thinking_delta', thinking: block.text })
    return block.signature === undefined ? text : text + this.#sign(block.signature) + this.#close()
  }

  #writeCall(call: PendingCall): string {
    let text = ''
    if (call.signature !== undefined)
      text +=
        this.#open === 'thinking'
          ? this.#sign(call.signature)
          : this.#write({ kind: 'thinking', text: '', signature: call.signature })
    text += this.#close() + this.#start({ type: 'tool_use', id: call.id, name: call.name, input: {} })
    this.#open = call
    call.isQueued = false
    return call.json === '' ? text : text + this.#delta({ type: 'input_json_delta', partial_json: call.json })
  }

  #start(content_block: JsonObject): string {
    return anthropicEvent({ type: 'content_block_start', index: this.#next++, content_block })
  }

  #delta(delta: JsonObject): string {
    return anthropicEvent({ type: 'content_block_delta', index: this.#next - 1, delta })
  }

  #sign(signature: string): string {
    return this.#delta({ type: 'signature_delta', signature })
  }

  #close(): string {
    if (this.#open === undefined) return ''
    this.#open = undefined
    return this.#stop()
  }

  #stop(): string {
    return anthropicEvent({ type: 'content_block_stop', index: this.#next - 1 })
  }
}

export const anthropicEvent = (body: JsonObject & { type: string }): string =>
  namedEvent(body.type, JSON.stringify(body))
